/** How a success criterion is shown to be met, or why not all of it is. */
export interface Criterion {
  number: string
  name: string
  /** Axe has rules for it, which are run on every screen. */
  axe?: true
  /** It is measured on every screen in the views of `views.ts`. */
  measured?: string
  /** Tests of it: a file, and the beginning of a title in it. */
  tests?: readonly (readonly [file: string, title: string])[]
  /** What it is by design, which no test shows. */
  seen?: string
  /** Why it does not apply. */
  absent?: string
}

const noMedia = 'there is no sound or film on these pages'
const keyboard = 'e2e/journeys/keyboard.spec.ts'
const speech = 'src/ui/focus-and-speech.test.tsx'

/** The success criteria of WCAG 2.2, levels A and AA. */
export const criteria: readonly Criterion[] = [
  { number: '1.1.1', name: 'Non-text content', axe: true },
  { number: '1.2.1', name: 'Audio-only and video-only', absent: noMedia },
  { number: '1.2.2', name: 'Captions (prerecorded)', absent: noMedia },
  { number: '1.2.3', name: 'Audio description or media alternative', absent: noMedia },
  { number: '1.2.4', name: 'Captions (live)', absent: 'a livestream is watched on the organiser’s page' },
  { number: '1.2.5', name: 'Audio description (prerecorded)', absent: noMedia },
  {
    number: '1.3.1',
    name: 'Info and relationships',
    axe: true,
    tests: [['src/ui/field.test.tsx', 'connects label, hint and error with the control']],
  },
  { number: '1.3.2', name: 'Meaningful sequence', tests: [[keyboard, 'buys']] },
  {
    number: '1.3.3',
    name: 'Sensory characteristics',
    seen: 'no text refers to a place, a shape or a colour alone',
  },
  { number: '1.3.4', name: 'Orientation', seen: 'nothing locks the orientation' },
  { number: '1.3.5', name: 'Identify input purpose', axe: true },
  {
    number: '1.4.1',
    name: 'Use of colour',
    axe: true,
    seen: 'every tone of a message has its icon and words',
  },
  {
    number: '1.4.2',
    name: 'Audio control',
    absent: 'the one sound, of the waiting room, lasts less than a second',
  },
  { number: '1.4.3', name: 'Contrast (minimum)', axe: true, measured: 'light and dark' },
  {
    number: '1.4.4',
    name: 'Resize text',
    measured: 'text of 200 %: no two texts meet, nothing is wider than the screen',
  },
  {
    number: '1.4.5',
    name: 'Images of text',
    seen: 'texts are text',
  },
  { number: '1.4.10', name: 'Reflow', measured: '320 px wide: no sideways scroll' },
  {
    number: '1.4.11',
    name: 'Non-text contrast',
    measured: 'in forced colours, fields have an edge, and what is chosen, current or disabled can be told',
    tests: [['e2e/accessibility.spec.ts', 'edges of controls and the ring of the focus stand out']],
  },
  {
    number: '1.4.12',
    name: 'Text spacing',
    measured: 'texts spaced: no two texts meet, nothing is wider than the screen',
  },
  {
    number: '1.4.13',
    name: 'Content on hover or focus',
    absent: 'nothing appears on hover or focus; seats open a box on a press',
  },
  { number: '2.1.1', name: 'Keyboard', tests: [[keyboard, 'buys']] },
  { number: '2.1.2', name: 'No keyboard trap', tests: [[keyboard, 'buys']] },
  { number: '2.1.4', name: 'Character key shortcuts', absent: 'there are none' },
  {
    number: '2.2.1',
    name: 'Timing adjustable',
    tests: [['e2e/journeys/more-time.spec.ts', 'gets more time by keyboard when two minutes are left']],
  },
  {
    number: '2.2.2',
    name: 'Pause, stop, hide',
    seen: 'only spinners and the countdown move; the countdown is essential',
  },
  { number: '2.3.1', name: 'Three flashes', absent: 'nothing flashes' },
  { number: '2.4.1', name: 'Bypass blocks', axe: true },
  {
    number: '2.4.2',
    name: 'Page titled',
    axe: true,
    measured: 'each step has its own title, checked on every path',
  },
  {
    number: '2.4.3',
    name: 'Focus order',
    tests: [[keyboard, 'buys']],
    measured: 'each new step has the focus on its title',
  },
  { number: '2.4.4', name: 'Link purpose (in context)', axe: true },
  {
    number: '2.4.5',
    name: 'Multiple ways',
    seen: 'steps of a purchase are exempt; events are found by list, search and link, orders by the wallet and by their reference',
  },
  {
    number: '2.4.6',
    name: 'Headings and labels',
    measured: 'the heading of every screen, checked on every path',
  },
  { number: '2.4.7', name: 'Focus visible', tests: [[keyboard, 'buys']] },
  {
    number: '2.4.11',
    name: 'Focus not obscured (minimum)',
    tests: [
      [keyboard, 'buys'],
      ['e2e/consent.spec.ts', 'never covers what has the focus'],
      ['e2e/action-bar.spec.ts', 'covers nothing that has the focus'],
    ],
  },
  {
    number: '2.5.1',
    name: 'Pointer gestures',
    seen: 'the seating plan has buttons beside its gestures, and a list beside the plan',
  },
  { number: '2.5.2', name: 'Pointer cancellation', seen: 'nothing listens to a press before it is released' },
  { number: '2.5.3', name: 'Label in name', seen: 'browser tests find each control by its visible words' },
  { number: '2.5.4', name: 'Motion actuation', absent: 'nothing is done by moving the device' },
  {
    number: '2.5.7',
    name: 'Dragging movements',
    seen: 'only the seating plan can be dragged; its buttons and the list do the same',
  },
  { number: '2.5.8', name: 'Target size (minimum)', axe: true },
  { number: '3.1.1', name: 'Language of page', axe: true },
  { number: '3.1.2', name: 'Language of parts', absent: 'all texts of the shop are in one language' },
  { number: '3.2.1', name: 'On focus', tests: [[keyboard, 'buys']] },
  {
    number: '3.2.2',
    name: 'On input',
    seen: 'choices change only what stands below them; a card number that is complete moves the focus on, as the provider’s own fields do',
  },
  {
    number: '3.2.3',
    name: 'Consistent navigation',
    seen: 'header, progress, summary and footer have one order on all steps',
  },
  { number: '3.2.4', name: 'Consistent identification', seen: 'one word for one thing' },
  {
    number: '3.2.6',
    name: 'Consistent help',
    seen: 'help is in the footer of every page, at the same place',
  },
  {
    number: '3.3.1',
    name: 'Error identification',
    measured: 'every message of the documents, on every path',
    tests: [[speech, 'prefixes the page title with "Error:" while there are problems']],
  },
  { number: '3.3.2', name: 'Labels or instructions', axe: true },
  { number: '3.3.3', name: 'Error suggestion', measured: 'the words of each error, on every path' },
  {
    number: '3.3.4',
    name: 'Error prevention (legal, financial, data)',
    seen: 'what is bought, for how much and for whom stands above the button that pays; each has a way to change it',
  },
  {
    number: '3.3.7',
    name: 'Redundant entry',
    seen: 'name, email, address and phone that are known are filled in',
  },
  {
    number: '3.3.8',
    name: 'Accessible authentication (minimum)',
    tests: [['src/account/account-schemas.test.ts', 'keeps only the digits of a typed or pasted code']],
  },
  { number: '4.1.2', name: 'Name, role, value', axe: true },
  {
    number: '4.1.3',
    name: 'Status messages',
    measured: 'each message is announced once, on every path',
    tests: [[speech, 'announces each text once, politely, and removes it afterwards']],
  },
]

/** What no run can show. */
export const unseen = [
  'The pages of the shop (events, wallet, orders, account) are in no chart; `e2e/accessibility.spec.ts` and `e2e/narrow.spec.ts` look at some of them with axe and narrow.',
  'Text that is clipped inside its own box is not measured, nor are texts in dialogs, the footer and the cookie banner.',
  'In forced colours, the seating plan is drawn by its provider, and the ring of the focus is not measured.',
  'No screen reader was listened to by a person: announcements are read from the live regions and the focus, as browsers hand them on.',
  'No real phone, and no browser but Chromium.',
  'The fields of card providers, their checks of a card, and pages of banks are theirs; the sandbox simulates them.',
  'Pictures and texts of organisers are theirs; what they upload has a place for a description.',
]
