import { lazyComponent } from '#src/checkout/lazy-component.tsx'

/** Further events, which stand below everything else and can come after it. */
export const UpcomingEvents = lazyComponent('upcoming-events', () => import('./upcoming-events.tsx'))
