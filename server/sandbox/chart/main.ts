import { charts, SeatingChart } from './chart.ts'

// As the real script: a global with the renderer and the charts on the page.
Object.assign(window, { seatsio: { SeatingChart, charts } })
