import type {
  BestAvailableConfig,
  Category,
  ChartRendererConfigOptions,
  ConfigChange,
  SeatingChart as PublicChart,
  SelectableObject,
} from '@seatsio/seatsio-react'

import { Api } from './api.ts'
import { DrawnHall, type ObjectName } from './drawn.ts'
import { makeParts, type ChartParts } from './parts.ts'
import { readPlan, type PlanSeat, type Point } from './plan.ts'
import { readTexts } from './texts.ts'

type Config = ChartRendererConfigOptions

/** The address of this script, whose server the chart asks. */
const script = (document.currentScript as HTMLScriptElement | null)?.src ?? ''

/** Charts on the page, as the real script lists them. */
export const charts: SeatingChart[] = []

const pollEvery = 1000

/** The chart that the page draws: seats.io's renderer as far as the checkout uses it, with the same names. */
export class SeatingChart implements Pick<
  PublicChart,
  | 'rerender'
  | 'destroy'
  | 'changeConfig'
  | 'clearSelection'
  | 'deselectObjects'
  | 'doSelectObjects'
  | 'trySelectObjects'
  | 'findObject'
  | 'getReportBySelectability'
  | 'holdBestAvailable'
  | 'holdToken'
  | 'listCategories'
  | 'listSelectedObjects'
  | 'resetView'
  | 'selectedObjects'
  | 'startNewSession'
  | 'zoomToFilteredCategories'
  | 'zoomToObjects'
  | 'zoomToSelectedObjects'
> {
  /** The page may replace it at any time, so it is read when it is needed. */
  config: Config
  state: 'RENDERING' | 'RENDERED' | 'FAILED' | 'DESTROYED' = 'RENDERING'

  #end = new AbortController()
  #host: HTMLElement | null = null
  #parts: ChartParts | null = null
  #ready = Promise.withResolvers<DrawnHall>()
  #drawn: DrawnHall | null = null
  #poll: ReturnType<typeof setTimeout> | undefined

  constructor(config: Config) {
    this.config = config
    // A chart that nobody waits for may fail.
    this.#ready.promise.catch(() => {})
  }

  render(): this {
    const container = this.config.container ?? document.getElementById(this.config.divId ?? '')
    if (!container) throw new Error('seats.io: there is no container')
    const host = document.createElement('div')
    host.style.height = '100%'
    container.append(host)
    this.#host = host
    this.#parts = makeParts(host, this.config, readTexts(this.config.messages))
    charts.push(this)
    void this.#start()
    return this
  }

  rerender(): void {
    this.config.onChartRerenderingStarted?.(this as unknown as PublicChart)
    this.#tearDown()
    this.#end = new AbortController()
    this.#ready = Promise.withResolvers()
    this.#ready.promise.catch(() => {})
    this.state = 'RENDERING'
    this.render()
  }

  destroy(): void {
    this.state = 'DESTROYED'
    this.#ready.reject(new Error('The chart is destroyed'))
    this.#tearDown()
  }

  #tearDown(): void {
    clearTimeout(this.#poll)
    this.#end.abort()
    this.#drawn = null
    this.#host?.remove()
    const index = charts.indexOf(this)
    if (index >= 0) charts.splice(index, 1)
  }

  async #start(): Promise<void> {
    const { signal } = this.#end
    const parts = this.#parts
    if (!parts) return
    const { event, events, workspaceKey } = this.config
    const api = new Api(script, workspaceKey, event ?? events?.[0] ?? '')
    try {
      const plan = readPlan(await api.plan())
      if (signal.aborted) return
      const drawn = new DrawnHall({ plan, api, parts, config: () => this.config, signal })
      await drawn.selection.start()
      if (signal.aborted) return
      this.#drawn = drawn
      drawn.show()
      const { selectedObjects = [] } = this.config
      if (selectedObjects.length > 0) await drawn.trySelect(selectedObjects).catch(() => {})
      this.state = 'RENDERED'
      this.#ready.resolve(drawn)
      this.#watch()
      this.config.onChartRendered?.(this as unknown as PublicChart)
    } catch (error) {
      if (signal.aborted) return
      this.state = 'FAILED'
      parts.over(parts.texts.renderingFailed)
      this.#ready.reject(error)
      this.config.onChartRenderingFailed?.(this as unknown as PublicChart)
    }
  }

  /** Asks each second what has changed, while the page is seen. */
  #watch(): void {
    const { signal } = this.#end
    const ask = async () => {
      clearTimeout(this.#poll)
      if (signal.aborted) return
      if (!document.hidden) await this.#drawn?.selection.refresh().catch(() => {})
      if (!signal.aborted) this.#poll = setTimeout(() => void ask(), pollEvery)
    }
    document.addEventListener('visibilitychange', () => void (document.hidden || ask()), { signal })
    this.#poll = setTimeout(() => void ask(), pollEvery)
  }

  get holdToken(): string {
    return this.#drawn?.selection.token ?? ''
  }

  get selectedObjects(): string[] {
    return this.#drawn?.selection.seats.map(({ label }) => label) ?? []
  }

  async listSelectedObjects(): Promise<SelectableObject[]> {
    const drawn = await this.#ready.promise
    return drawn.selection.seats.map((seat) => drawn.toObject(seat))
  }

  async findObject(label: string): Promise<SelectableObject> {
    const drawn = await this.#ready.promise
    return drawn.toObject(drawn.seatNamed(label))
  }

  /** Selects objects as far as possible, and asks the buyer for ticket types; rejects if one cannot be selected. */
  async trySelectObjects(objects: ObjectName[]): Promise<void> {
    await (await this.#ready.promise).trySelect(objects)
  }

  /** Selects all objects or none. */
  async doSelectObjects(objects: ObjectName[]): Promise<void> {
    const drawn = await this.#ready.promise
    await drawn.selection.select(objects.map((object) => drawn.wanted(object)))
  }

  async deselectObjects(objects: ObjectName[]): Promise<void> {
    const drawn = await this.#ready.promise
    await drawn.selection.deselect(objects.map((object) => drawn.seatNamed(nameOf(object))))
  }

  async clearSelection(): Promise<void> {
    const { selection } = await this.#ready.promise
    await selection.deselect(selection.seats)
  }

  async startNewSession(): Promise<void> {
    const drawn = await this.#ready.promise
    await drawn.startNew()
  }

  async holdBestAvailable(wanted: BestAvailableConfig) {
    const drawn = await this.#ready.promise
    const { ticketTypes, categories, sections, accessibleSeats } = wanted
    const types = Object.entries(ticketTypes ?? {}).flatMap(([type, count]) =>
      Array<string>(count).fill(type),
    )
    const { seats, nextToEachOther } = await drawn.selection.holdBest({
      number: wanted.number ?? types.length,
      ...(types.length > 0 && { ticketTypes: types }),
      ...(categories && { categories: categories.map(String) }),
      ...(sections && { sections }),
      ...(accessibleSeats !== undefined && { accessibleSeats }),
    })
    return { objects: seats.map((seat) => drawn.toObject(seat)), nextToEachOther }
  }

  async listCategories(): Promise<Category[]> {
    const drawn = await this.#ready.promise
    return drawn.plan.categories.map((category) => drawn.categoryOf(category))
  }

  async getReportBySelectability() {
    const { plan, selection } = await this.#ready.promise
    const count = (isWanted: (seat: PlanSeat) => boolean) => {
      const seats = plan.seats.filter(isWanted)
      const by = (name: 'key' | 'label') =>
        Object.fromEntries([
          ...plan.categories.map((category) => [
            category[name],
            seats.filter((seat) => seat.category === category).length,
          ]),
          ['NO_CATEGORY', 0],
        ]) as Record<string, number>
      return { count: seats.length, byCategoryLabel: by('label'), byCategoryKey: by('key') }
    }
    return {
      selectable: count(selection.isSelectable),
      not_selectable: count((seat) => !selection.isSelectable(seat)),
    }
  }

  async changeConfig(change: ConfigChange): Promise<void> {
    const drawn = await this.#ready.promise
    this.config = { ...this.config, ...change }
    drawn.readConfig()
  }

  async resetView(): Promise<void> {
    const drawn = await this.#ready.promise
    drawn.lookAt(drawn.plan.seats)
  }

  async zoomToObjects(labels: string[]): Promise<void> {
    const drawn = await this.#ready.promise
    drawn.lookAt(labels.map((label) => drawn.seatNamed(label)))
  }

  async zoomToSelectedObjects(): Promise<void> {
    const drawn = await this.#ready.promise
    drawn.lookAt(drawn.selection.seats)
  }

  async zoomToFilteredCategories(): Promise<void> {
    const drawn = await this.#ready.promise
    drawn.lookAt(drawn.plan.seats.filter(({ category }) => drawn.isFiltered(category)))
  }

  zoomToSection(label: string): void {
    this.#drawn?.lookAt(this.#drawn.plan.seats.filter(({ section }) => section === label))
  }

  /** Where a seat is on the screen; only the simulated chart has this, for tests that click a seat. */
  async positionOf(label: string): Promise<Point> {
    const drawn = await this.#ready.promise
    return drawn.positionOf(drawn.seatNamed(label))
  }
}

const nameOf = (object: ObjectName) =>
  typeof object === 'string' ? object : (object.label ?? object.id ?? '')
