import globals from 'globals'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** What each folder may import of ours (docs/architecture.md): everything else is an error. */
const zones = {
  'src/lib': [],
  'src/ui': ['src/ui'],
  'src/api': ['src/api', 'src/lib'],
  'src/rules': ['src/rules', 'src/lib', 'src/api/schemas'],
  'src/actors': ['src/actors', 'src/api', 'src/rules', 'src/lib', 'machines'],
  'src/checkout': ['src/checkout', 'src/api', 'src/rules', 'src/lib', 'src/ui', 'machines'],
  'src/seats': ['src/seats', 'src/api', 'src/rules', 'src/lib', 'src/ui', 'machines'],
  'src/monitoring': ['src/monitoring', 'src/api', 'src/rules', 'src/lib', 'machines'],
  'src/analytics': ['src/analytics', 'src/api/schemas', 'src/rules', 'src/lib', 'src/ui', 'machines'],
  'src/app': ['src', 'machines'],
  machines: ['machines', 'src/api/schemas', 'src/rules'],
  // Fakes are complete by the types of the composition, and steps are observed as on the page
  'machines/{testing,paths}': ['machines', 'src/api/schemas', 'src/rules', 'src/actors', 'src/app'],
}

/** The shop's rooms from the ground up (docs/architecture.md): a room imports only itself and what stands before it. */
const rooms = [
  'log.ts',
  'database',
  'config.ts',
  'monitoring',
  'http',
  'outbox',
  'providers',
  'catalogue',
  'accounts',
  'waiting-room',
  'seats',
  'basket',
  'reservation',
  'buyer',
  'payments',
  'delivery',
  'wallet',
  'checkout',
  'pages',
  'door',
  'exports',
  'jobs',
  'operations',
]

/** Rooms over all others: only app.ts, main.ts, tests and `testing` import them, and they never import each other. */
const roofRooms = ['seeds', 'sandbox']

const sharedWithServer = ['src/rules', 'src/lib', 'src/api/schemas']

const withServer = (names) => [...names.map((name) => `server/${name}`), ...sharedWithServer]

/** The rooms as zones. A folder that is no room yet may import nothing of the shop; files at the top are ruled below. */
const serverZones = {
  server: sharedWithServer,
  ...Object.fromEntries(
    rooms
      .filter((room) => !room.includes('.'))
      .map((room) => [`server/${room}`, withServer(rooms.slice(0, rooms.indexOf(room) + 1))]),
  ),
  ...Object.fromEntries(roofRooms.map((room) => [`server/${room}`, withServer([...rooms, room])])),
  'server/testing': ['server', ...sharedWithServer],
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
            message: `${folder} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
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

export default tseslint.config(
  {
    ignores: ['dist', 'data', 'node_modules', 'test-results', 'playwright-report', '.stryker-tmp', 'reports'],
  },
  ...tseslint.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
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
              regex: '^(?:#(?!src/(?:rules|lib|api/schemas)/)|\\.\\./|\\./(?!database/|log\\.ts$))',
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
    files: ['src/{checkout,seats,ui}/**/*.{ts,tsx}'],
    // Loads components, not data
    ignores: ['src/checkout/lazy-component.tsx', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...serverCalls] },
  },
  {
    files: ['src/checkout/steps/**/*.tsx', 'src/seats/**/*.tsx'],
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
    files: ['src/actors/*-tasks.ts'],
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
