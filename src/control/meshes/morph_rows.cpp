// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/morph_rows.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr size_t L = kFrameLanes;
constexpr size_t kVerticesAtATime = 128;
constexpr size_t kRowsAtATime = 384;  // between two sums in double

}  // namespace

MeshRings::MeshRings(std::span<const Vec3i> triangles, size_t vertices) : begin(vertices + 1, 0) {
  for (const Vec3i& t : triangles) {
    for (int c = 0; c < 3; ++c) begin[static_cast<size_t>(t[c]) + 1] += 2;
  }
  for (size_t i = 0; i < vertices; ++i) begin[i + 1] += begin[i];
  corners.resize(begin.back());
  std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
  for (const Vec3i& t : triangles) {
    for (int c = 0; c < 3; ++c) {
      uint32_t& slot = next[static_cast<size_t>(t[c])];
      corners[slot++] = static_cast<uint32_t>(t[(c + 1) % 3]);
      corners[slot++] = static_cast<uint32_t>(t[(c + 2) % 3]);
    }
  }
}

void find_slopes(const MeshRings& rings, const MorphRows& x, bool flat, MorphRows& slope) {
  const auto of_vertex = [&](size_t i) {
    for (size_t t = 0; t < x.stride; t += L) {
      const float *px = x.row(3 * i) + t, *py = x.row(3 * i + 1) + t, *pz = x.row(3 * i + 2) + t;
      float sx[L] = {}, sy[L] = {}, sz[L] = {};
      for (uint32_t n = rings.begin[i]; n < rings.begin[i + 1]; n += 2) {
        const size_t j = rings.corners[n], k = rings.corners[n + 1];
        const float *jx = x.row(3 * j) + t, *jy = x.row(3 * j + 1) + t, *jz = x.row(3 * j + 2) + t;
        const float *kx = x.row(3 * k) + t, *ky = x.row(3 * k + 1) + t, *kz = x.row(3 * k + 2) + t;
        for (size_t l = 0; l < L; ++l) {
          const float ax = jx[l] - px[l], ay = jy[l] - py[l], az = jz[l] - pz[l];
          const float bx = kx[l] - px[l], by = ky[l] - py[l], bz = kz[l] - pz[l];
          sx[l] += ay * bz - az * by;
          sy[l] += az * bx - ax * bz;
          sz[l] += ax * by - ay * bx;
        }
      }
      constexpr float sixth = 1.0f / 6;
      float *ox = slope.row(3 * i) + t, *oy = slope.row(3 * i + 1) + t, *oz = slope.row(3 * i + 2) + t;
      for (size_t l = 0; l < L; ++l) ox[l] = sixth * sx[l], oy[l] = sixth * sy[l], oz[l] = flat ? 0 : sixth * sz[l];
    }
  };
  parallel_for(x.rows / 3, of_vertex, kVerticesAtATime);
}

std::vector<double> frame_products(const MorphRows& a, const MorphRows& b) {
  const size_t blocks = (a.rows + kRowsAtATime - 1) / kRowsAtATime;
  std::vector<float> partial(blocks * a.stride, 0.0f);
  parallel_for_blocks(
      a.rows,
      [&](size_t begin, size_t end) {
        float* sum = &partial[begin / kRowsAtATime * a.stride];
        for (size_t r = begin; r < end; ++r) {
          const float *u = a.row(r), *v = b.row(r);
          for (size_t t = 0; t < a.stride; ++t) sum[t] += u[t] * v[t];
        }
      },
      kRowsAtATime);
  std::vector<double> sums(a.stride, 0.0);
  for (size_t k = 0; k < partial.size(); ++k) sums[k % a.stride] += static_cast<double>(partial[k]);
  return sums;
}

DenseMatrix slope_products(const MorphRows& slope, std::span<const float> mass, std::span<const uint32_t> vertices) {
  const size_t n = slope.stride, parts = n / L, pairs = parts * (parts + 1) / 2;
  const size_t chunk = kRowsAtATime / 3 * 16, chunks = (vertices.size() + chunk - 1) / chunk;
  std::vector<double> partial(pairs * chunks * L * L, 0.0);
  const auto of_pair = [&](size_t task) {
    const size_t pair = task / chunks, first = task % chunks * chunk;
    size_t a = 0;
    while ((a + 1) * (a + 2) / 2 <= pair) ++a;
    const size_t b = pair - a * (a + 1) / 2;  // b <= a
    double* out = &partial[task * L * L];
    for (size_t v = first; v < std::min(vertices.size(), first + chunk); v += kRowsAtATime / 3) {
      float sum[L][L] = {};
      for (size_t w = v; w < std::min({vertices.size(), first + chunk, v + kRowsAtATime / 3}); ++w) {
        const float weight = 1 / mass[vertices[w]];
        for (size_t c = 0; c < 3; ++c) {
          const float* row = slope.row(3 * size_t{vertices[w]} + c);
          const float *u = row + a * L, *s = row + b * L;
          for (size_t i = 0; i < L; ++i) {
            const float ui = weight * u[i];
            for (size_t j = 0; j < L; ++j) sum[i][j] += ui * s[j];
          }
        }
      }
      for (size_t k = 0; k < L * L; ++k) out[k] += static_cast<double>(sum[k / L][k % L]);
    }
  };
  parallel_for(pairs * chunks, of_pair, 1);
  DenseMatrix result(n, n);
  for (size_t task = 0; task < pairs * chunks; ++task) {
    const size_t pair = task / chunks;
    size_t a = 0;
    while ((a + 1) * (a + 2) / 2 <= pair) ++a;
    const size_t b = pair - a * (a + 1) / 2;
    for (size_t k = 0; k < L * L; ++k) {
      const size_t i = a * L + k / L, j = b * L + k % L;
      result(i, j) += partial[task * L * L + k];
      if (a != b) result(j, i) += partial[task * L * L + k];
    }
  }
  return result;
}

float move_rows(const MorphRows& from, const DenseMatrix& inverse, std::span<const double> lambda,
                const MorphRows& slope, std::span<const float> mass, std::span<const uint32_t> vertices, float share,
                MorphRows& x) {
  const size_t n = from.stride, frames = inverse.rows;
  std::vector<float> matrix(frames * n, 0.0f);  // inverse times lambda, by the frame that pushes
  for (size_t s = 0; s < frames; ++s) {
    for (size_t t = 0; t < frames; ++t) matrix[s * n + t] = static_cast<float>(inverse(s, t) * lambda[s]);
  }
  // Three rows of a vertex at once, so that the matrix is read once for them.
  const auto of_vertex = [&](size_t v) {
    const size_t r = 3 * size_t{vertices[v]};
    const float weight = 1 / mass[vertices[v]];
    float farthest = 0;
    for (size_t t = 0; t < n; t += L) {
      float sx[L] = {}, sy[L] = {}, sz[L] = {};
      const float *wx = slope.row(r), *wy = slope.row(r + 1), *wz = slope.row(r + 2);
      for (size_t s = 0; s < frames; ++s) {
        const float *m = &matrix[s * n + t], ax = wx[s], ay = wy[s], az = wz[s];
        for (size_t l = 0; l < L; ++l) sx[l] += ax * m[l], sy[l] += ay * m[l], sz[l] += az * m[l];
      }
      const float* sums[3] = {sx, sy, sz};
      for (size_t c = 0; c < 3; ++c) {
        const float* start = from.row(r + c) + t;
        float* now = x.row(r + c) + t;
        for (size_t l = 0; l < L; ++l) {
          const float way = share * (start[l] - weight * sums[c][l] - now[l]);
          farthest = std::max(farthest, std::abs(way));
          now[l] += way;
        }
      }
    }
    return farthest;
  };
  return parallel_reduce(
      vertices.size(), 0.0f,
      [&](size_t begin, size_t end) {
        float most = 0;
        for (size_t v = begin; v < end; ++v) most = std::max(most, of_vertex(v));
        return most;
      },
      [](float a, float b) { return std::max(a, b); }, kVerticesAtATime);
}

}  // namespace weir::meshes
