/** Styles of the renderer, in its own shadow root. */
export const style = `
  :host { display: block; height: 100%; container-type: inline-size; }
  * { box-sizing: border-box; margin: 0; }
  .plan {
    --ink: #28242f; --quiet: #5f5a69; --surface: #fff; --line: #dedae4; --soft: #f4f2f6; --focus: #4b34c9;
    --floor: #f4f2f6; --floor-edge: #e7e4ec; --stage: #2b2733; --stage-ink: #fff; --taken: #dcd8e2; --taken-mark: #8c8696;
    --selected: #1d1a24; --selected-ink: #fff;
    display: flex; flex-direction: column; height: 100%; min-height: 18rem; color: var(--ink);
    font: 400 0.875rem/1.4 system-ui, sans-serif; overflow: hidden; position: relative;
  }
  .plan.dark {
    --ink: #f2f0f5; --quiet: #b5afc0; --surface: #2a2733; --line: #464152; --soft: #35313f; --focus: #c3b5ff;
    --floor: #2a2733; --floor-edge: #383443; --stage: #46415a; --stage-ink: #f2f0f5; --taken: #403c4b; --taken-mark: #8f889e;
    --selected: #fff; --selected-ink: #1d1a24;
    color-scheme: dark;
  }
  button { font: inherit; color: inherit; cursor: pointer; touch-action: manipulation; }
  button:focus-visible, .surface:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
  .surface:focus-visible { outline-offset: -3px; border-radius: 12px; }

  .legend { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 0 0 10px; }
  .prices { display: flex; flex-wrap: wrap; gap: 8px; padding: 1px; }
  .legend button {
    display: inline-flex; align-items: center; gap: 8px; min-height: 36px; padding: 4px 12px 4px 10px;
    border: 1px solid var(--line); border-radius: 999px; background: transparent; white-space: nowrap;
  }
  .legend button:hover { background: var(--soft); }
  .legend button[aria-pressed='true'] { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
  .legend i { width: 12px; height: 12px; border-radius: 50%; flex: none; }
  .fees { display: none; color: var(--quiet); font-size: 0.8125rem; }
  .legend b { font-weight: 650; font-variant-numeric: tabular-nums; }
  .marks { display: flex; flex-wrap: wrap; gap: 2px 14px; color: var(--quiet); font-size: 0.8125rem; padding: 0; list-style: none; }
  .marks li { display: inline-flex; align-items: center; gap: 6px; white-space: nowrap; }
  .marks svg { width: 16px; height: 16px; flex: none; }

  .area { position: relative; flex: 1; min-height: 14rem; overflow: hidden; border-radius: 12px; }
  .surface { position: absolute; inset: 0; outline: none; user-select: none; -webkit-user-select: none; }
  svg { display: block; width: 100%; height: 100%; }
  .hall.gliding { transition: transform 180ms ease-out; }
  .hall :is(path, text) { pointer-events: none; }
  .hall path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
  .hall text { text-anchor: middle; dominant-baseline: central; }
  .edge { stroke: var(--floor-edge); stroke-width: 42px; }
  .hall .floor { stroke: var(--floor); stroke-width: 38px; fill: var(--floor); }
  .hall .stage { stroke: var(--stage); stroke-width: 14px; fill: var(--stage); }
  .seat { pointer-events: all; }
  .seat.free { cursor: pointer; }
  .seat.dimmed { opacity: 0.25; }
  .seat.taken { fill: none; }
  .accessible { stroke: #fff; stroke-width: 1.6px; }
  .companion { stroke: #fff; stroke-width: 5.8px; }
  .restricted { stroke: var(--surface); stroke-width: 2px; }
  .unavailable { stroke: var(--taken); stroke-width: 6.7px; }
  .coloured { stroke-width: 19px; }
  .sold { stroke: var(--taken); stroke-width: 13.8px; }
  .crosses { stroke: var(--taken-mark); stroke-width: 1.6px; }
  .held { stroke: var(--taken-mark); stroke-width: 2px; stroke-dasharray: 3 2; }
  .rims { stroke: var(--surface); stroke-width: 25px; }
  .chosen { stroke: var(--selected); stroke-width: 22.5px; }
  .ticks { stroke: var(--selected-ink); stroke-width: 2.4px; }
  .orphans { stroke: var(--ink); stroke-width: 2px; stroke-dasharray: 4 3; }
  .hovered { stroke: var(--ink); stroke-width: 3px; }
  .focused { stroke: var(--focus); stroke-width: 3px; }
  .surface:not(:focus-visible) .focused { display: none; }
  .number { fill: #fff; font-weight: 600; font-size: 9px; }
  .letter { fill: var(--quiet); font-weight: 600; }
  .title { fill: var(--ink); font-weight: 650; letter-spacing: 2px; text-transform: uppercase; }
  .title.of-stage { fill: var(--stage-ink); letter-spacing: 6px; }
  .badge { fill: var(--ink); font-weight: 650; stroke: var(--surface); stroke-width: 0.6em; paint-order: stroke; stroke-linejoin: round; }
  .controls {
    position: absolute; right: 10px; bottom: 10px; display: grid; border-radius: 12px; overflow: hidden;
    background: var(--surface); border: 1px solid var(--line); box-shadow: 0 2px 10px rgb(0 0 0 / 0.12);
  }
  .controls button { width: 44px; height: 44px; display: grid; place-items: center; border: 0; background: none; }
  .controls button + button { border-top: 1px solid var(--line); }
  .controls button:hover { background: var(--soft); }
  .controls button[disabled] { opacity: 0.35; cursor: default; }
  .controls button:focus-visible { outline-offset: -3px; }
  .controls svg { width: 20px; height: 20px; }
  /* On a phone they would cover seats: they stand below the hall. */
  @container (max-width: 600px) {
    .surface { bottom: 52px; }
    .controls { right: 0; bottom: 0; grid-auto-flow: column; box-shadow: none; }
    .controls button + button { border-top: 0; border-left: 1px solid var(--line); }
  }

  .card {
    position: absolute; top: 0; left: 0; z-index: 2; min-width: 11rem; max-width: min(20rem, calc(100% - 16px));
    padding: 12px 14px; border-radius: 12px; background: var(--surface); border: 1px solid var(--line);
    box-shadow: 0 8px 28px rgb(0 0 0 / 0.2); display: grid; gap: 6px;
  }
  .card[role='tooltip'] { pointer-events: none; }
  .place { display: flex; gap: 16px; align-items: end; padding-right: 30px; }
  .place span { display: grid; }
  .place small { font-size: 0.75rem; color: var(--quiet); line-height: 1.2; }
  .place b { font-size: 1rem; font-weight: 650; line-height: 1.3; }
  .category { display: flex; align-items: center; gap: 8px; }
  .category i { width: 12px; height: 12px; border-radius: 50%; }
  .category b { margin-left: auto; padding-left: 16px; font-weight: 650; font-variant-numeric: tabular-nums; }
  .note { color: var(--quiet); padding-left: 20px; position: relative; }
  .note::before { content: '!'; position: absolute; left: 0; width: 12px; text-align: center; font-weight: 700; }
  .state { font-weight: 650; }
  .type, .remove {
    display: flex; align-items: center; justify-content: space-between; gap: 16px; min-height: 44px; padding: 6px 12px;
    border: 1px solid var(--line); border-radius: 10px; background: transparent; text-align: left;
  }
  .type b { font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .type:hover, .remove:hover { background: var(--soft); border-color: var(--ink); }
  .remove, .only { justify-content: center; font-weight: 650; }
  .close {
    position: absolute; top: 4px; right: 4px; width: 36px; height: 36px; border: 0; border-radius: 10px; background: none;
  }
  .close::before, .close::after {
    content: ''; position: absolute; left: 10px; top: 17px; width: 16px; height: 2px; border-radius: 1px;
    background: currentColor; transform: rotate(45deg);
  }
  .close::after { transform: rotate(-45deg); }
  .close:hover { background: var(--soft); }

  .message {
    position: absolute; left: 50%; top: 10px; transform: translateX(-50%); z-index: 3; max-width: calc(100% - 24px);
    padding: 10px 16px; border-radius: 10px; background: var(--ink); color: var(--surface); text-align: center;
    width: max-content; box-shadow: 0 6px 20px rgb(0 0 0 / 0.25);
  }
  .message:empty { display: none; }
  .cover {
    position: absolute; inset: 0; z-index: 4; display: grid; place-content: center; justify-items: center; gap: 16px;
    padding: 24px; text-align: center; background: color-mix(in srgb, var(--surface) 88%, transparent);
  }
  .cover[hidden] { display: none; }
  .cover p { font-size: 1rem; max-width: 24rem; }
  .cover button {
    min-height: 48px; padding: 0 24px; border: 0; border-radius: 10px; font-weight: 650; background: var(--ink);
    color: var(--surface);
  }
  .spinner {
    width: 36px; height: 36px; border-radius: 50%; border: 3px solid var(--line); border-top-color: var(--ink);
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn { to { transform: rotate(1turn); } }
  .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  /* Forced colours leave out the background of the dots, which tell the categories apart as the seats do. */
  @media (forced-colors: active) {
    .legend i, .category i { forced-color-adjust: none; border: 1px solid ButtonText; }
  }
  .key summary { display: none; }
  .key::details-content { content-visibility: visible; }
  @media (max-width: 40rem) {
    .legend { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: 3px; padding-bottom: 6px; }
    .prices { display: contents; }
    .legend i { width: 9px; height: 9px; }
    .legend button {
      display: flex; flex-wrap: wrap; gap: 0 6px;
      min-height: 44px; padding: 4px 10px;
      border-radius: 10px; font-size: 0.8125rem; line-height: 1.3; text-align: start; white-space: normal;
    }
    .legend b { margin-inline-start: auto; }
    .prices:has(.fees) .fee { display: none; }
    .fees { display: block; align-self: center; }
    .key[open] { grid-column: 1 / -1; }
    .key::details-content { content-visibility: hidden; }
    .key[open]::details-content { content-visibility: visible; }
    .key summary {
      display: list-item; list-style-position: inside; align-content: center; min-height: 44px; cursor: pointer;
      font-size: 0.8125rem; text-align: end;
    }
    .key summary:focus-visible { outline: 3px solid var(--focus); }
    .key[open] summary { text-align: start; }
    .marks li { white-space: normal; }
  }
  @container (max-width: 30rem) {
    .card[role='dialog'] {
      transform: none !important; top: auto; bottom: 8px; left: 8px; right: 8px; max-width: none;
    }
  }
  .area { container-type: inline-size; }
  @media (prefers-reduced-motion: reduce) {
    .spinner { animation-duration: 3s; }
    .hall.gliding { transition: none; }
  }
`
