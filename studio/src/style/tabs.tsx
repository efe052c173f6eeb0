// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Panels of which one is seen, with tabs above them; arrow keys go from tab to tab.

import type { Signal } from "@preact/signals";
import type { ComponentType } from "preact";

interface TabOf<Name extends string> {
  tab: Name;
  name: string;
  panel: ComponentType;
}

interface Props<Name extends string> {
  label: string;
  area: string;
  tab: Signal<Name>;
  tabs: TabOf<Name>[];
}

export function Tabs<Name extends string>({ label, area, tab, tabs }: Props<Name>) {
  const shown = tabs.find((each) => each.tab === tab.value) ?? tabs[0]!;
  const Panel = shown.panel;
  const go = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(shown) + by + tabs.length) % tabs.length]!;
    tab.value = next.tab;
    window.document.getElementById(`tab-${next.tab}`)?.focus();
  };
  return (
    <section class={`tabs ${area}`} aria-label={label}>
      <div class="tab-row" role="tablist" aria-label={label} onKeyDown={go}>
        {tabs.map((each) => (
          <button
            key={each.tab}
            id={`tab-${each.tab}`}
            role="tab"
            type="button"
            aria-selected={each === shown}
            aria-controls={`panel-${area}`}
            tabIndex={each === shown ? 0 : -1}
            onClick={() => (tab.value = each.tab)}
          >
            {each.name}
          </button>
        ))}
      </div>
      <div class="panel" role="tabpanel" id={`panel-${area}`} aria-labelledby={`tab-${shown.tab}`}>
        <Panel />
      </div>
    </section>
  );
}
