// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What check says, with a sign for how bad it is.

import type { Finding } from "../link/protocol.ts";

const signs = { error: "✕", warning: "!", hint: "i" };
const names = { error: "Mistake", warning: "Warning", hint: "Hint" };

export const SeveritySign = ({ severity }: Pick<Finding, "severity">) => (
  <span class={`in-sign ${severity}`} role="img" aria-label={names[severity]} title={names[severity]}>
    {signs[severity]}
  </span>
);

export const FindingLine = ({ finding }: { finding: Finding }) => (
  <p class={`in-finding ${finding.severity}`}>
    <SeveritySign severity={finding.severity} />
    <span>{finding.sentence}</span>
  </p>
);
