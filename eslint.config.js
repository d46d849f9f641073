import globals from 'globals'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { noHiddenState } from './scripts/lint/no-hidden-state.ts'

/** The page's subjects, a room each in `src/` (docs/architecture.md), and the other subjects that each may import. */
export const subjects = {
  address: [],
  basket: [],
  delivery: [],
  donation: [],
  questions: [],
  // Forgets the addresses of another account.
  account: ['address'],
  // Corrects a mistyped email with the views of the sign-in.
  order: ['account'],
  // Express buyers type account and address on the payment step.
  payment: ['account', 'address'],
  // Gives back seats of the basket.
  seats: ['basket'],
  // Prepares the card provider once the tickets are reserved.
  reservation: ['payment'],
}
const subjectNames = Object.keys(subjects)

/** Below all subjects: `lib` and `ui` know nothing of ours, `http` nothing of tickets, `checkout` no single step. */
const underSubjects = ['src/checkout', 'src/http', 'src/lib', 'src/ui', 'machines']

/** What the shop, the charts and their paths know of the page's subjects: requests, replies and rules. */
const wireAndRules = ['checkout', ...subjectNames].map(
  (room) => `src/${room}/(?:requests|schemas|rules)(?:\\.ts)?`,
)

/** What each folder may import of ours: everything else is an error. */
const zones = {
  'src/lib': [],
  'src/ui': ['src/ui'],
  'src/http': ['src/http', 'src/lib'],
  'src/checkout': underSubjects,
  ...Object.fromEntries(
    Object.entries(subjects).map(([name, others]) => [
      `src/${name}`,
      [name, ...others].map((room) => `src/${room}`).concat(underSubjects),
    ]),
  ),
  'src/monitoring': ['src/monitoring', 'src/checkout', 'src/http', 'src/lib', 'machines'],
  'src/analytics': ['src/analytics', 'src/checkout/(?:schemas|rules)', 'src/lib', 'src/ui', 'machines'],
  'src/app': ['src', 'machines'],
  machines: ['machines', ...wireAndRules],
  // Fakes are complete by the types of the composition, and steps are observed as on the page
  // Describes the page's calls to those who write a back-end, and makes them of a shop in tests; of a deployed one as the browser's
  // walks do
  contract: ['contract', 'src', 'machines', 'server/testing', 'sandbox', 'e2e/any-shop'],
  'machines/{testing,paths,drawing,difference}': ['machines', ...wireAndRules, 'src/checkout', 'src/app'],
}

/** The shop's rooms from the ground up (docs/architecture.md): a room imports only itself and what stands before it. */
const rooms = [
  'log.ts',
  'database',
  'config.ts',
  'monitoring',
  'threads',
  'http',
  'outbox',
  'providers',
  'catalogue',
  'accounts',
  'waiting-room',
  'basket',
  'seats',
  'reservation',
  'buyer',
  'payments',
  'delivery',
  'wallet',
  'checkout',
  'pages',
  'door',
  'exports',
  'figures',
  'jobs',
  'operations',
]

/** The sub-rooms of `server/payments`, likewise; its own files stand over them. */
const paymentRooms = [
  'attempts',
  'plans',
  'orders',
  'settling',
  'refunds',
  'card',
  'bank',
  'instalments',
  'webhooks',
]

const sharedWithServer = ['src/lib', 'src/http/request-fields.ts', ...wireAndRules]

const withServer = (names) => [...names.map((name) => `server/${name}`), ...sharedWithServer]

/** The rooms as zones. A folder that is no room yet may import nothing of the shop; files at the top are ruled below. */
const serverZones = {
  server: sharedWithServer,
  ...Object.fromEntries(
    rooms
      .filter((room) => !room.includes('.'))
      .map((room) => [`server/${room}`, withServer(rooms.slice(0, rooms.indexOf(room) + 1))]),
  ),
  ...Object.fromEntries(
    paymentRooms.map((room, index) => [
      `server/payments/${room}`,
      [
        ...withServer(rooms.slice(0, rooms.indexOf('payments'))),
        ...paymentRooms.slice(0, index + 1).map((below) => `server/payments/${below}`),
      ],
    ]),
  ),
  // Compares reports with the chart itself, not with a copy (decision 61)
  'server/figures': [
    ...withServer(rooms.slice(0, rooms.indexOf('figures') + 1)),
    'machines/checkout.ts',
    'machines/paths/reported-steps.ts',
  ],
  // Over all rooms: only main.ts, the sandbox and tests import it
  'server/seeds': withServer([...rooms, 'seeds']),
  'server/testing': ['server', 'sandbox', ...sharedWithServer],
  // The shop never imports it, but for main.ts
  sandbox: ['sandbox', 'server', ...sharedWithServer],
}

const zoneRules = Object.entries({ ...zones, ...serverZones }).map(([folder, allowed]) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: allowed.length ? `^#(?!(?:${allowed.join('|')})(?:/|$))` : '^#',
            message: `Not for ${folder}: see what it may import in eslint.config.js.`,
          },
          { regex: '^\\.\\./', message: 'Import across folders by the # alias.' },
        ],
      },
    ],
  },
}))

const machine = 'CallExpression[callee.property.name="createMachine"] > ObjectExpression '
const literal = [
  ['SpreadElement', 'no spread inside the machine literal'],
  ['Property[computed=true]', 'no computed key inside the machine literal'],
  ['ObjectExpression > Property[shorthand=true]', 'no shorthand inside the machine literal'],
  [
    'Property[key.name=/^(states|on|after|invoke|always|onDone|onError)$/][value.type!=/^(ObjectExpression|ArrayExpression)$/]',
    'states, on, after, invoke, always, onDone and onError are written out',
  ],
  [
    'Property[key.name="states"] > ObjectExpression > Property[value.type!="ObjectExpression"]',
    'each state is written out',
  ],
  ['Property[key.name="target"][value.type!="Literal"]', 'a target is a literal'],
  ['CallExpression:not(ArrowFunctionExpression CallExpression)', 'no helper call inside the machine literal'],
].map(([selector, message]) => ({ selector: machine + selector, message }))

/** What a component must leave to its chart: asking the server, by itself or on a press. */
const serverCalls = [
  [
    'CallExpression[callee.name="useQuery"]:not(:has(Property[key.name="enabled"][value.value=false]))',
    'A query of a component only reads the cache: `enabled: false`. An actor of its chart calls the server.',
  ],
  [
    'CallExpression[callee.name=/^use(Mutation|Queries|InfiniteQuery|Suspense\\w*|Prefetch\\w*|QueryClient)$/], [property.name=/^(refetch|mutate|mutateAsync)$/]',
    'An actor of the chart calls the server.',
  ],
].map(([selector, message]) => ({ selector, message }))

/**
 * Where the page has state outside its charts, and why none of it decides what happens next. In all other files of
 * `src/` and `machines/` it is forbidden; an entry whose file has none any more is an error (scripts/lint).
 */
export const stateOutsideCharts = {
  // Objects of the page, the browser or a provider, kept where the code finds them
  'src/payment/card/card-fields.ts': 'the form of the provider on the screen, which the payment reads',
  'src/payment/wallet/stripe-wallet.ts':
    'the wallet that the buyer has just confirmed, an object of the provider',
  'src/payment/wallet/wallet-buttons.tsx': 'an element of the page',
  'src/payment/wallet/use-is-used-below.ts': 'where the pointer is, and whether it is pressed',
  'src/app/draw-screen.tsx': 'the cache of each drawing, in the shop',
  'src/app/checkout-actor.ts': 'the running checkout',
  'src/checkout/step-history.ts':
    'the place in the history of the browser, which tells Back from Forward by it only',
  'src/app/query-client.ts': 'the cache of replies, which components show and only actors fill',
  'src/checkout/lazy-component.tsx': 'loaded components',
  'src/checkout/lazy-actors.ts':
    'until when actors wait with their answers, while the page takes a drawn screen over',
  'src/http/held-replies.ts': 'until when replies wait, while the page takes a drawn screen over',
  'src/checkout/lazy-styles.ts': 'loaded styles',
  'src/lib/script-loader.ts': 'loaded scripts',
  'src/payment/card/card-provider.ts': 'loaded scripts of the card provider',
  'src/seats/drawn-plan.ts': 'the seating plan on the screen, an object of the provider',
  'src/payment/square/square-card.ts':
    'whether the element of the card form has gone while the provider was drawing it',
  'src/payment/card/card-field.tsx': 'elements of the page and of the provider',
  'src/questions/questions-form.tsx': 'an element of the page',
  'src/ui/announcer.tsx': 'the live region',
  'src/ui/error-title.ts': 'how many errors the page shows, for its title',
  'src/ui/keep-focus.ts': 'the focused element',
  'src/ui/notify.ts': 'the loaded toaster',
  'src/ui/plain-notification.ts': 'the area of notifications',
  'src/analytics/consent-banner.tsx': 'where the focus was before the banner',
  // Input that is never sent by itself
  'src/lib/form-drafts.ts': 'what was typed, to fill it in again',
  // Observers: they compare what they see with what they saw, so that each change is told once
  'src/checkout/step-observer.ts':
    'the last step of the checkout chart; that chart decides what a new step means',
  'src/app/load-ahead.ts': 'the step whose scripts were loaded last',
  'src/app/shown-steps.ts': 'the steps of before analytics has loaded',
  'src/app/analytics.tsx':
    'how many steps and which sale were sent to analytics; the consent chart decides whether any is',
  'src/analytics/google-tag.ts': 'the tags that the script knows',
  'src/analytics/meta-pixel.ts': 'the pixels that the script knows',
  'src/http/load-http.ts': 'the loaded client',
  'src/http/client.ts': 'numbers the calls, for the connection chart and the log',
  'src/http/wire-form.ts': 'what schemas say to those who write a back-end; the built page has none of it',
  'src/http/request-fields.ts': 'how a shop reads the fields of requests; the built page has none of it',
  'src/http/invalid-fields.ts': 'the invalid fields of the reply that is being parsed, for the log',
  'src/lib/page-events.ts': 'events of before the log has loaded',
  'src/lib/session-log.ts': 'the log of the session',
  'src/app/monitor-page.ts': 'events of before the reports have loaded',
  'src/monitoring/chart-steps.ts': 'the last state of each chart, for the log',
  'src/monitoring/reporting.ts':
    'what was reported, and whether the recorder is on; the cookie of the consent decides whether it may be',
  'src/monitoring/replay.ts': 'the recorder, and whether it has stopped',
  'src/monitoring/scrubbing-transport.ts': 'the texts that reports may contain',
}

export default tseslint.config(
  {
    ignores: [
      'dist',
      'dist-shop',
      'data',
      'node_modules',
      'test-results',
      'playwright-report',
      '.stryker-tmp',
      'reports',
    ],
  },
  ...tseslint.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { plugins: { foyer: { rules: { 'no-hidden-state': noHiddenState } } } },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-console': 'error',
    },
  },
  { files: ['server/main.ts', 'scripts/**'], rules: { 'no-console': 'off' } },
  { files: ['src/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  { files: ['src/**/*.tsx'], ...reactHooks.configs.flat.recommended },
  ...zoneRules,
  {
    files: ['server/log.ts', 'server/config.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(?:#(?!(?:${sharedWithServer.join('|')})(?:/|$))|\\.\\./|\\./(?!database/|log\\.ts$))`,
              message: 'The shop’s configuration and log stand under its rooms.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['server/app.ts', 'server/main.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?:#|\\.\\./|\\./testing/)', message: 'The shop starts without tests’ helpers.' },
          ],
        },
      ],
    },
  },
  {
    files: [`src/{checkout,ui,${subjectNames}}/**/*.tsx`],
    // Loads components, not data
    ignores: ['src/checkout/lazy-component.tsx', '**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...serverCalls] },
  },
  {
    files: [`src/{checkout/determining,${subjectNames}}/**/*.tsx`],
    ignores: ['src/seats/seats-shell.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...serverCalls,
        {
          selector: 'CallExpression[callee.name=/^(useEffect|useLayoutEffect)$/]',
          message: 'A step draws its state; effects and calls belong to the chart.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Map', property: 'groupBy', message: 'Safari has it since 17.4: see src/lib/group-by.ts.' },
        { object: 'URL', property: 'canParse', message: 'Safari has it since 17: see src/lib/read-url.ts.' },
        { object: 'URL', property: 'parse', message: 'Safari has it since 18: see src/lib/read-url.ts.' },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/requests\\.ts$',
              allowTypeImports: true,
              message:
                'The page encodes by the types of requests, and loads none of their schemas (decision 70).',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['server/**/*-routes.ts'],
    // Its forms are those of a page
    ignores: ['server/door/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '/input\\.ts$', message: 'A call is read by its schema: `readRequest` (decision 70).' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/actors.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression',
          message:
            'A script that does not arrive must not undo a change that the server has made: import it above.',
        },
      ],
    },
  },
  {
    files: ['{src,machines}/**/*.{ts,tsx}'],
    ignores: [
      '**/*.test.{ts,tsx}',
      '**/testing/**',
      '**/testing.ts',
      'machines/{paths,drawing,difference}/**',
      ...Object.keys(stateOutsideCharts),
    ],
    rules: { 'foyer/no-hidden-state': 'error' },
  },
  {
    files: ['machines/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportDeclaration[importKind!="type"][source.value!="xstate"]',
          message: 'A machine file imports only xstate at run time.',
        },
        ...literal,
      ],
    },
  },
)
