// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether the browser draws without a graphics card: in virtual machines, on farms, over remote desktops.

const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export const isSoftware = (renderer: string): boolean => softwareNames.test(renderer);

export function drawsInSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext(); // browsers have few
  return isSoftware(renderer);
}
