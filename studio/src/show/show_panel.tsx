// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is made of a take: pictures, films, sheets, files for other programs. What the view shows is chosen in its own bar.

import type { Take } from "../link/protocol.ts";
import { shown } from "../model/takes.ts";
import { ExportForm } from "./export_form.tsx";
import { JobList } from "./job_list.tsx";
import { useOffers } from "./offers.ts";
import { PictureForm } from "./picture_form.tsx";
import "./show.css";

export function ShowPanel() {
  const take = shown.value?.kind === "live" ? null : shown.value;
  return (
    <div class="show">
      {take ? (
        <MadeOf take={take} />
      ) : (
        <section class="show-part">
          <p class="dim">
            {shown.value
              ? "The live take is not on the disk: run the scene to make pictures, films and exports of it."
              : "Run the scene first: pictures, films and exports are made of a take."}
          </p>
        </section>
      )}
      <JobList />
    </div>
  );
}

function MadeOf({ take }: { take: Take }) {
  const offers = useOffers(take);
  return (
    <>
      <PictureForm take={take} offers={offers} />
      <ExportForm take={take} offers={offers} />
    </>
  );
}
