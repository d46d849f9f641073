/** A row of the table. */
export interface Row {
  key: string
  title: string
  unit: '' | 'ms' | 'kB' | 'MB' | '/s'
  /** The row of the floor, or of what else it is compared with. */
  floor?: string
  /** The goal: no more than this. */
  most?: number
  /** The goal: no more than this many times the floor. */
  ratio?: number
}

/** Rows of a basket's first screen, on any network. */
const firstScreen = (visible: Partial<Row>, usable: Partial<Row>): Row[] => [
  { key: 'firstPaint', title: 'basket: first paint', unit: 'ms', floor: 'floor firstPaint' },
  { key: 'visible', title: 'basket: lines visible', unit: 'ms', floor: 'floor visible', ...visible },
  { key: 'usable', title: 'basket: usable', unit: 'ms', floor: 'floor visible', ...usable },
  { key: 'lcp', title: 'basket: LCP', unit: 'ms', floor: 'floor lcp' },
  { key: 'tbt', title: 'basket: TBT', unit: 'ms', floor: 'floor tbt', most: 50 },
  { key: 'longestTask', title: 'basket: longest task', unit: 'ms', floor: 'floor longestTask' },
  { key: 'cls', title: 'basket: CLS', unit: '', floor: 'floor cls', most: 0 },
  { key: 'kilobytes', title: 'basket: until usable', unit: 'kB', floor: 'floor kilobytes', most: 130 },
  { key: 'requests', title: 'basket: requests until usable', unit: '', floor: 'floor requests', most: 8 },
]

/** Rows of the phone's profile, but for the steps after the account. */
export const phoneRows: Row[] = [
  ...firstScreen({ ratio: 1.2 }, { ratio: 2.6 }),
  { key: 'quantityInp', title: 'quantity: INP', unit: 'ms', most: 80 },
  { key: 'reserveInp', title: 'Reserve: INP', unit: 'ms', most: 80 },
  { key: 'reserveCall', title: 'Reserve until its call leaves', unit: 'ms', most: 350 },
  { key: 'emailUsable', title: 'Reserve until the email field is usable', unit: 'ms' },
  { key: 'emailBeside', title: 'Reserve: call’s end until the email field is usable', unit: 'ms', most: 150 },
  { key: 'emailOthers', title: 'Reserve: requests besides its calls', unit: '', most: 0 },
  ...(['events list', 'event page'] as const).flatMap((page): Row[] => [
    { key: `${page} firstPaint`, title: `${page}: first paint`, unit: 'ms', floor: 'floor firstPaint' },
    { key: `${page} lcp`, title: `${page}: LCP`, unit: 'ms', floor: 'floor lcp', ratio: 1.3 },
    { key: `${page} cls`, title: `${page}: CLS`, unit: '', floor: 'floor cls', most: 0 },
    { key: `${page} kilobytes`, title: `${page}: until it rests`, unit: 'kB', floor: 'floor kilobytes' },
    { key: `${page} requests`, title: `${page}: requests`, unit: '', floor: 'floor requests' },
  ]),
  { key: 'pageProcessor', title: 'the shop’s processor: a page', unit: 'ms', most: 3 },
  { key: 'callsProcessor', title: 'the shop’s processor: its two first calls', unit: 'ms' },
  { key: 'pagesPerSecond', title: 'pages (beside /health)', unit: '/s', floor: 'healthsPerSecond' },
]

export const slowRows: Row[] = firstScreen({ most: 2_000 }, { most: 4_000 })

/** Memory is compared with that after few changes, and may grow by a twentieth. */
export const memoryRows: Row[] = [
  {
    key: 'lateHeap',
    title: 'heap after 200 steps (beside: 40)',
    unit: 'MB',
    floor: 'earlyHeap',
    ratio: 1.05,
  },
  { key: 'lateNodes', title: 'DOM nodes', unit: '', floor: 'earlyNodes', ratio: 1.05 },
  { key: 'lateListeners', title: 'event listeners', unit: '', floor: 'earlyListeners', ratio: 1.05 },
]

/** Rows of the changes from one step to the next, in the order in which they were measured. */
export const stepRows = (keys: string[]): Row[] =>
  keys
    .filter((key) => key.includes(' → '))
    .map((key) =>
      key.endsWith(', others')
        ? { key, title: key.replace(/, others$/, ': requests besides'), unit: '', most: 0 }
        : { key, title: `${key}: call’s end until usable`, unit: 'ms', most: 150 },
    )
