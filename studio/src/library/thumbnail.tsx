// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The picture of a template, which plays while the pointer is over its card or it has the focus.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { address } from "../link/connection.ts";
import { Placeholder } from "../start/placeholder.tsx";
import { playedFrames } from "./played_frames.ts";

interface Props {
  name: string;
  frames: number;
  rate: number;
  picture: boolean;
  playing: boolean;
}

const loaded = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("no picture"));
    image.src = source;
  });

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function Thumbnail({ name, frames, rate, picture, playing }: Props) {
  const still = address("thumbnail", { template: name });
  const source = useSignal(still);
  const failed = useSignal(false);
  useEffect(() => {
    if (!playing || !picture || calm()) return;
    const { each, pause } = playedFrames(frames, rate);
    let ended = false;
    const play = async (): Promise<void> => {
      for (let at = 0; !ended; at = (at + 1) % each.length) {
        const next = address("thumbnail", { template: name, frame: each[at]! });
        const [image] = await Promise.all([loaded(next), new Promise((go) => setTimeout(go, pause))]);
        if (!ended) source.value = image.src;
      }
    };
    play().catch(() => undefined); // a frame without a picture: the still one stays
    return () => {
      ended = true;
      source.value = still;
    };
  }, [playing, name]);
  if (!picture || failed.value) return <Placeholder ways={["templates"]} />;
  return <img src={source.value} alt="" draggable={false} decoding="async" onError={() => (failed.value = true)} />;
}
