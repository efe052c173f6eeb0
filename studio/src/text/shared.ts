// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plain data that is made anew after every edit: what of it is as it was stays the very same object, so that whoever
// shows it sees at a glance that there is nothing to do.

import { computed, type ReadonlySignal } from "@preact/signals";

type Members = { [name: string]: unknown };

const isPlain = (value: object): boolean => {
  const kind = Object.getPrototypeOf(value) as object | null;
  return kind === Object.prototype || kind === Array.prototype || kind === null;
};

// `now`, with the parts of `before` that are the same in it; `before` itself where all of it is.
export function shared<T>(before: unknown, now: T): T {
  if (before === now || before === null || now === null) return now;
  if (typeof before !== "object" || typeof now !== "object" || !isPlain(before!) || !isPlain(now)) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const [old, fresh] = [before as Members, now as Members];
  const names = Object.keys(fresh);
  let isSame = names.length === Object.keys(old).length;
  let isNow = true; // nothing of `before` is to be put in: what is shared already is not copied
  const whole = (Array.isArray(now) ? [] : {}) as Members;
  for (const name of names) {
    const part = shared(old[name], fresh[name]);
    whole[name] = part;
    isSame &&= part === old[name] && (part !== undefined || name in old);
    isNow &&= part === fresh[name];
  }
  return (isSame ? before : isNow ? now : whole) as T;
}

// Tells nobody where what it answers is as before.
export function stable<T>(make: () => T): ReadonlySignal<T> {
  let last: T | undefined;
  return computed(() => (last = shared(last, make())));
}
