import type {
  BestAvailableConfig,
  Category,
  ChartRendererConfigOptions,
  ConfigChange,
  SeatingChart as PublicChart,
  SelectableObject,
} from '@seatsio/seatsio-react'

import { Api } from './api.ts'
import { HallView } from './hall-view.ts'
import { makeParts, type PlanParts } from './parts.ts'
import { readPlan, type Point } from './plan.ts'
import { Selection, type ObjectName } from './selection.ts'
import { texts } from './texts.ts'

/** The address of this script, whose server the renderer asks. */
const script = (document.currentScript as HTMLScriptElement | null)?.src ?? ''

/** The plans on the page, as the real script lists them. */
export const charts: SeatingChart[] = []

const pollEvery = 1000

interface Rendered {
  selection: Selection
  view: HallView
}

/** The seating plan on the page: seats.io's renderer as far as the checkout uses it, with the same names. */
export class SeatingChart implements Pick<
  PublicChart,
  | 'changeConfig'
  | 'deselectObjects'
  | 'destroy'
  | 'doSelectObjects'
  | 'findObject'
  | 'holdBestAvailable'
  | 'holdToken'
  | 'listCategories'
  | 'listSelectedObjects'
  | 'selectedObjects'
  | 'startNewSession'
  | 'trySelectObjects'
  | 'zoomToObjects'
  | 'zoomToSelectedObjects'
> {
  /** The page may replace it at any time, so it is read when it is needed. */
  config: ChartRendererConfigOptions
  state: 'RENDERING' | 'RENDERED' | 'FAILED' | 'DESTROYED' = 'RENDERING'

  /** What `changeConfig` was given, which stays when the page replaces the rest. */
  #changed: ConfigChange = {}

  readonly #end = new AbortController()
  readonly #host = document.createElement('div')
  readonly #ready = Promise.withResolvers<Rendered>()
  #selection: Selection | null = null
  #poll: ReturnType<typeof setTimeout> | undefined

  constructor(config: ChartRendererConfigOptions) {
    this.config = config
    // A plan that nobody waits for may fail.
    this.#ready.promise.catch(() => {})
  }

  render(): this {
    const { container, colorScheme } = this.config
    if (!container) throw new Error('seats.io: there is no container')
    this.#host.style.height = '100%'
    container.append(this.#host)
    charts.push(this)
    void this.#start(makeParts(this.#host, colorScheme))
    return this
  }

  destroy(): void {
    this.state = 'DESTROYED'
    this.#ready.reject(new Error('The seating plan is destroyed'))
    clearTimeout(this.#poll)
    this.#end.abort()
    this.#host.remove()
    charts.splice(charts.indexOf(this), 1)
  }

  async #start(parts: PlanParts): Promise<void> {
    const { signal } = this.#end
    const { event, workspaceKey, showLegend = false } = this.config
    const api = new Api(script, workspaceKey, event ?? '')
    let view: HallView | undefined
    try {
      const plan = readPlan(await api.plan())
      const selection = new Selection({
        api,
        plan,
        config: () => ({ ...this.config, ...this.#changed }),
        changed: () => view?.changed(),
        say: parts.say,
      })
      if (signal.aborted) return
      await selection.start()
      if (signal.aborted) return
      view = new HallView({ selection, parts, hasLegend: showLegend, signal })
      this.#selection = selection
      this.state = 'RENDERED'
      this.#ready.resolve({ selection, view })
      this.#watch(selection)
      this.config.onChartRendered?.(this as unknown as PublicChart)
    } catch (error) {
      if (signal.aborted) return
      this.state = 'FAILED'
      parts.cover(texts.renderingFailed)
      this.#ready.reject(error)
      this.config.onChartRenderingFailed?.(this as unknown as PublicChart)
    }
  }

  /** Asks each second what has changed, while the page is seen. */
  #watch(selection: Selection): void {
    const { signal } = this.#end
    const ask = async () => {
      clearTimeout(this.#poll)
      if (!document.hidden) await selection.refresh().catch(() => {})
      if (!signal.aborted) this.#poll = setTimeout(() => void ask(), pollEvery)
    }
    document.addEventListener('visibilitychange', () => void (document.hidden || ask()), { signal })
    this.#poll = setTimeout(() => void ask(), pollEvery)
  }

  get holdToken(): string {
    return this.#selection?.token ?? ''
  }

  get selectedObjects(): string[] {
    return this.#selection?.seats.map(({ label }) => label) ?? []
  }

  async listSelectedObjects(): Promise<SelectableObject[]> {
    const { selection } = await this.#ready.promise
    return selection.seats.map(selection.toObject)
  }

  async findObject(label: string): Promise<SelectableObject> {
    const { selection } = await this.#ready.promise
    return selection.toObject(selection.seatNamed(label))
  }

  /** Selects objects as far as possible; rejects if one cannot be selected. */
  async trySelectObjects(objects: ObjectName[]): Promise<void> {
    const { selection } = await this.#ready.promise
    const results = await Promise.allSettled(objects.map((object) => selection.select([object])))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Selects all objects or none. */
  async doSelectObjects(objects: ObjectName[]): Promise<void> {
    await (await this.#ready.promise).selection.select(objects)
  }

  async deselectObjects(objects: ObjectName[]): Promise<void> {
    const { selection } = await this.#ready.promise
    await selection.deselect(objects.map((object) => selection.seatNamed(object)))
  }

  async startNewSession(): Promise<void> {
    await (await this.#ready.promise).selection.startNew()
  }

  async holdBestAvailable({ number = 0, categories }: BestAvailableConfig) {
    const { selection } = await this.#ready.promise
    const { seats, isTogether } = await selection.holdBest(number, categories?.map(String))
    return { objects: seats.map(selection.toObject), nextToEachOther: isTogether }
  }

  async listCategories(): Promise<Category[]> {
    const { selection } = await this.#ready.promise
    return selection.plan.categories as unknown as Category[]
  }

  /** Counts the seats that can be selected, by category; the page reads nothing else of this report. */
  async getReportBySelectability() {
    const { plan, isSelectable } = (await this.#ready.promise).selection
    const count = (key: string) =>
      plan.seats.filter((seat) => seat.category.key === key && isSelectable(seat)).length
    const byCategoryKey = Object.fromEntries(plan.categories.map(({ key }) => [key, count(key)]))
    return { selectable: { byCategoryKey } }
  }

  async changeConfig(change: ConfigChange): Promise<void> {
    const { selection, view } = await this.#ready.promise
    this.#changed = { ...this.#changed, ...change }
    selection.readConfig()
    view.showLegend()
  }

  async zoomToObjects(labels: string[]): Promise<void> {
    const { selection, view } = await this.#ready.promise
    view.lookAt(labels.map((label) => selection.seatNamed(label)))
  }

  async zoomToSelectedObjects(): Promise<void> {
    const { selection, view } = await this.#ready.promise
    view.lookAround(selection.seats)
  }

  /** Returns where a seat is on the screen; only the simulated renderer has this, for tests that click a seat. */
  async positionOf(label: string): Promise<Point> {
    const { selection, view } = await this.#ready.promise
    return view.positionOf(selection.seatNamed(label))
  }
}
