// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which scene is open, kept in the address (#scene), so that a reload shows it again and "back" leads back.

import { effect } from "@preact/signals";
import { linkState } from "../link/connection.ts";
import { closeScene, openScene, sceneName } from "./document.ts";
import { told } from "./notices.ts";
import { hello } from "./project.ts";

const inAddress = (): string => decodeURIComponent(location.hash.slice(1));

export function show(scene: string | null): void {
  const hash = scene ? `#${encodeURIComponent(scene)}` : "#";
  if (location.hash !== hash) location.hash = hash;
}

export function followAddress(): void {
  const follow = (): void => {
    if (linkState.peek() !== "open") return;
    const wanted = inAddress();
    if (!wanted) closeScene();
    else if (wanted !== sceneName.peek()) told(openScene(wanted));
  };
  window.addEventListener("hashchange", follow);
  linkState.subscribe(follow);
  // The scene that the command line named.
  let first = true;
  effect(() => {
    if (!hello.value || !first) return;
    first = false;
    if (!location.hash && hello.value.scene) show(hello.value.scene);
  });
}
