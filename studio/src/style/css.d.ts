// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Style sheets are imported for their effect; the bundler puts them into app.css.

declare module "*.css";
