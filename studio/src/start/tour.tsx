// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tour: a small card in a corner of the view, and a frame around what it tells of. It takes no clicks but its own.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { sceneName } from "../model/document.ts";
import { endTour, followTour, goToStep, tourAsked, tourAt, tourStep, tourSteps } from "./tour_steps.ts";
import "./tour.css";

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

// Where something is in the page, also when the page changes; null when it is not there.
function useFrameOf(selector: string): Frame | null {
  const frame = useSignal<Frame | null>(null);
  useEffect(() => {
    const thing = document.querySelector(selector);
    if (!thing) {
      frame.value = null;
      return;
    }
    const measure = (): void => {
      const { left, top, width, height } = thing.getBoundingClientRect();
      frame.value = { left, top, width, height };
    };
    const watch = new ResizeObserver(measure);
    watch.observe(thing);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [selector]);
  return frame.value;
}

const inset = 2; // px, so that frames around what touches the edge of the window are seen

function Steps({ at }: { at: number }) {
  const step = tourSteps[at]!;
  const around = useFrameOf(step.around);
  const view = useFrameOf(".work > .middle");
  const next = useRef<HTMLButtonElement>(null);
  // Before the first picture of it, so that the next key is already for it.
  useLayoutEffect(() => {
    if (tourAsked.value) next.current?.focus();
  }, []);
  useLayoutEffect(() => {
    const end = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) endTour();
    };
    window.addEventListener("keydown", end);
    return () => window.removeEventListener("keydown", end);
  }, []);
  const corner = view && {
    bottom: `${window.innerHeight - view.top - view.height + 14}px`,
    left: step.card === "left" ? `${view.left + 14}px` : "auto",
    right: step.card === "right" ? `${window.innerWidth - view.left - view.width + 14}px` : "auto",
  };
  return (
    <>
      {around && (
        <div
          class="tour-frame"
          aria-hidden="true"
          style={{
            left: `${around.left + inset}px`,
            top: `${around.top + inset}px`,
            width: `${around.width - 2 * inset}px`,
            height: `${around.height - 2 * inset}px`,
          }}
        />
      )}
      <section class="tour-card" role="region" aria-label="Tour" style={corner ?? {}}>
        <div aria-live="polite">
          <p class="tour-count">
            {at + 1} of {tourSteps.length}
          </p>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <div class="row">
          {at + 1 < tourSteps.length && (
            <button type="button" class="plain" onClick={endTour}>
              Skip
            </button>
          )}
          <span class="grow" />
          {at > 0 && (
            <button type="button" onClick={() => goToStep(at - 1)}>
              Back
            </button>
          )}
          <button ref={next} type="button" class="main" onClick={() => goToStep(at + 1)}>
            {at + 1 < tourSteps.length ? "Next" : "Done"}
          </button>
        </div>
      </section>
    </>
  );
}

export function Tour() {
  useEffect(followTour, []);
  return tourStep.value !== null && sceneName.value !== null ? <Steps at={tourAt.value!} /> : null;
}
