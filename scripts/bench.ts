/**
 * `npm run bench -- shop`: how many reads, reservations and orders the shop answers, beside a bare handler.
 * `npm run bench -- profile`: the statements of each call of a whole order.
 * `npm run bench -- seating-plan`: how fast the simulated seating plan draws 2,000 seats and answers a click.
 * `npm run bench -- limits`: what honest buyers lose beside tried cards and rivals.
 * `npm run bench -- polls`: how long other buyers wait during 1,000 simultaneous polls.
 * `npm run bench -- on-sale`: how long buyers wait who reserve one ticket at once while others edit baskets.
 * `npm run bench -- files`: how long others wait while buyers download large PDFs.
 * `npm run bench -- paths`: how many paths are generated for charts of 20 to 160 states, and in how many seconds.
 */
const benches: Record<string, () => Promise<unknown>> = {
  shop: () => import('./bench/shop.ts'),
  profile: () => import('./bench/profile.ts'),
  'seating-plan': () => import('./bench/seating-plan.ts'),
  limits: () => import('./bench/limits.ts'),
  polls: () => import('./bench/status-polls.ts'),
  'on-sale': () => import('./bench/on-sale.ts'),
  files: () => import('./bench/files.ts'),
  paths: () => import('./bench/paths.ts'),
}
const bench = benches[process.argv[2] ?? '']
if (!bench) throw new Error(`Use npm run bench -- ${Object.keys(benches).join(', ')}`)
await bench()
