// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be made of a take, as the program says.

import { useEffect, useState } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Offers, Take } from "../link/protocol.ts";
import { told } from "../model/notices.ts";

const nothing: Offers = { styles: [], formats: [], no_formats: null };

// Asked again when its first frame is there.
export function useOffers(take: Take): Offers {
  const asked = `${take.take} ${take.have.length > 0}`;
  const [known, setKnown] = useState({ asked: "", offers: nothing });
  useEffect(() => {
    let wanted = true;
    told(ask("offers", { take: take.take }).then((offers) => void (wanted && setKnown({ asked, offers }))));
    return () => void (wanted = false);
  }, [asked]);
  return known.asked === asked ? known.offers : nothing;
}
