// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How many particles are drawn while things move: as many as this machine draws in time, every second, fourth, ... of
// them on slow ones. Pictures that stay are drawn whole. Measured by asking the GPU when it was done.

const wanted = 40; // ms a picture
const fewest = 20000; // particles that are drawn in any case
const coarsest = 16; // WebGL leaps over 255 bytes at most
const calm = 0.3; // of a new measurement, in the mean

export class Thinning {
  private cost: number | null = null; // ms a particle
  private every = 1;

  // A picture with so many particles took so long, of those with all of them.
  learn(particles: number, milliseconds: number): void {
    if (particles < fewest / 4) return;
    const own = milliseconds / particles;
    this.cost = this.cost === null ? own : this.cost + calm * (own - this.cost);
  }

  // Every how-manieth is drawn, of so many.
  everyOf(particles: number): number {
    if (this.cost === null) return 1;
    const room = Math.max(fewest, wanted / this.cost);
    const least = Math.min(coarsest, 2 ** Math.ceil(Math.log2(Math.max(1, particles / room))));
    // Finer again only when it is sure to be fast enough.
    if (least > this.every || particles / (this.every / 2) < 0.7 * room) this.every = least;
    return Math.min(this.every, coarsest);
  }
}

// Calls back when the GPU has done what it was given so far.
export function whenDone(gl: WebGL2RenderingContext, done: (milliseconds: number) => void): () => void {
  const start = performance.now();
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const look = (): void => {
    if (!fence) return;
    const state = gl.clientWaitSync(fence, 0, 0);
    const spent = performance.now() - start;
    if (state === gl.TIMEOUT_EXPIRED && spent < 3000) {
      timer = setTimeout(look, 4);
      return;
    }
    gl.deleteSync(fence);
    done(spent);
  };
  let timer = setTimeout(look, 1);
  return () => clearTimeout(timer);
}
