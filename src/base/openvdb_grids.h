// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenVDB's common grids, for .cpp files that make or read them. The library holds their compiled members already;
// without these lines every such file would compile all of them again, which takes two thirds of its time.

#pragma once

#include <openvdb/openvdb.h>

extern template class openvdb::Grid<openvdb::FloatTree>;
extern template class openvdb::Grid<openvdb::DoubleTree>;
extern template class openvdb::Grid<openvdb::Vec3STree>;
extern template class openvdb::Grid<openvdb::Vec3DTree>;
extern template class openvdb::tree::Tree<openvdb::FloatTree::RootNodeType>;
extern template class openvdb::tree::Tree<openvdb::DoubleTree::RootNodeType>;
extern template class openvdb::tree::Tree<openvdb::Vec3STree::RootNodeType>;
extern template class openvdb::tree::Tree<openvdb::Vec3DTree::RootNodeType>;
