// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A component that is drawn anew only where what it is given is another (or a signal that it reads is): for the rows of
// long lists, whose data are kept by text/shared.ts.

import { Component, type ComponentType } from "preact";

export function memo<Props extends object>(Drawn: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const names = new Set([...Object.keys(this.props), ...Object.keys(next)]) as Set<keyof Props>;
      return [...names].some((name) => this.props[name] !== next[name]);
    }
    override render(props: Props) {
      return <Drawn {...props} />;
    }
  };
}
