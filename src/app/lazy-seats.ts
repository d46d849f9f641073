import { lazyComponent } from '#src/checkout/lazy-component.tsx'

/** The seat-selection screen, loaded where the address is its own. */
export const Seats = lazyComponent('seats', () => import('./seats.tsx'))
