/**
 * `npm run bench -- shop`: how many reads, reservations and orders the shop answers, beside a bare handler.
 * `npm run bench -- profile`: the statements of each call of a whole order.
 * `npm run bench -- seating-plan`: how fast the simulated seating plan draws 2,000 seats and answers a click.
 * `npm run bench -- limits`: what honest buyers lose beside tried cards and rivals.
 * `npm run bench -- polls`: how long other buyers wait during 1,000 simultaneous polls.
 * `npm run bench -- on-sale`: how long buyers wait who reserve one ticket at once while others edit baskets.
 */
const [bench = ''] = process.argv.slice(2)
if (bench === 'shop') await import('./bench/shop.ts')
else if (bench === 'seating-plan') await import('./bench/seating-plan.ts')
else if (bench === 'profile') await import('./bench/profile.ts')
else if (bench === 'limits') await import('./bench/limits.ts')
else if (bench === 'polls') await import('./bench/status-polls.ts')
else if (bench === 'on-sale') await import('./bench/on-sale.ts')
else throw new Error('Use npm run bench -- shop, profile, seating-plan, polls, on-sale or limits')
