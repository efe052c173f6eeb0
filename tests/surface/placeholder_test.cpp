// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
