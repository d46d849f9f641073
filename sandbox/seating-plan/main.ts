import { charts, SeatingChart } from './renderer.ts'

// As the real script: a global with the renderer and the plans on the page.
Object.assign(window, { seatsio: { SeatingChart, charts } })
