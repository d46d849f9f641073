import { lazyComponent } from '#src/checkout/lazy-component.tsx'

export const InPlaceOfLines = lazyComponent('in-place-of-lines', () => import('./in-place-of-lines.tsx'))
