import type {
  BestAvailableConfig,
  BookableObject,
  ChartRendererConfigOptions,
  ConfigChange,
  SeatingChart,
  SelectableObject,
  SelectedAmount,
  TicketTypeJson,
} from '@seatsio/seatsio-react'

/** A seat of the fake hall; its label is "section-row-number". */
export interface FakeSeat {
  label: string
  category?: string
  accessible?: boolean
  companionSeat?: boolean
  restrictedView?: boolean
  /** Held or bought by somebody else. */
  isTaken?: boolean
}

type Wanted = string | SelectedAmount

const categories = [
  { key: 'stalls', label: 'Stalls', color: '#8c1d40', accessible: false },
  { key: 'circle', label: 'Circle', color: '#1d4e8c', accessible: false },
]

/**
 * A fake of the provider's script with the surface that the page uses. Each plan holds at once, except by `pickSlowly`;
 * `loseHold` fails a hold.
 */
export function fakeSeatsio(seats: FakeSeat[]) {
  const plans: FakePlan[] = []
  const hall = {
    plans,
    seats,
    /** Seats of the session, as after a reload: the next seating plan has them chosen. */
    held: [] as string[],
    seconds: 900,
    isNextToEachOther: true,
    /** Whether the seating plans answer questions about their seats. */
    canBeRead: true,
    /** Labels of the calls that best available was asked for. */
    asked: [] as BestAvailableConfig[],
    get plan() {
      const plan = plans.at(-1)
      if (!plan) throw new Error('no seating plan is drawn')
      return plan
    },
  }

  class FakePlan {
    config: ChartRendererConfigOptions
    /** What `changeConfig` was given, which the properties of the component do not replace. */
    changes: ConfigChange = {}
    state = 'CREATED'
    holdToken = ''
    chosen = new Map<string, string>()
    sessions = 0

    /** The chosen seats when the seating plan last zoomed to them. */
    zoomedTo: string[] = []
    constructor(config: ChartRendererConfigOptions) {
      this.config = config
      plans.push(this)
    }
    render() {
      void Promise.resolve().then(() => this.begin())
      return this
    }
    begin() {
      if (this.state === 'DESTROYED') return
      this.state = 'RENDERED'
      this.startSession()
      for (const label of hall.held) this.chosen.set(label, '')
      this.config.onChartRendered?.(this as unknown as SeatingChart)
    }
    startSession() {
      this.sessions += 1
      this.holdToken = `token-${this.sessions}`
      this.config.onSessionInitialized?.({
        token: this.holdToken,
        expiresAt: '',
        expiresInSeconds: hall.seconds,
      })
    }
    destroy() {
      this.state = 'DESTROYED'
    }
    async changeConfig(change: ConfigChange) {
      this.changes = { ...this.changes, ...change }
    }
    async listCategories() {
      if (!hall.canBeRead) throw new Error('the seating plan does not answer')
      return categories.map((one) => ({
        ...one,
        pricing: { price: 0, formattedPrice: '' },
        hasSelectableObjects: true,
      }))
    }
    async getReportBySelectability() {
      const free = (key: string) => seats.filter((seat) => categoryOf(seat) === key && !seat.isTaken).length
      return {
        selectable: { byCategoryKey: { stalls: free('stalls'), circle: free('circle'), NO_CATEGORY: 0 } },
      }
    }
    async listSelectedObjects() {
      return [...this.chosen].map(([label, ticketType]) => objectOf(label, ticketType))
    }
    async trySelectObjects(wanted: Wanted[]) {
      for (const one of wanted) {
        const { label, ticketType } = typeof one === 'string' ? { label: one, ticketType: '' } : one
        if (!isFree(label)) throw new Error('not available')
        this.pick(label, ticketType)
      }
    }
    async deselectObjects(wanted: Wanted[]) {
      for (const one of wanted) this.drop(typeof one === 'string' ? one : one.label)
    }
    async holdBestAvailable(config: BestAvailableConfig) {
      hall.asked.push(config)
      const found = seats
        .filter(
          (seat) => !seat.isTaken && (!config.categories || config.categories.includes(categoryOf(seat))),
        )
        .slice(0, config.number)
      if (found.length < (config.number ?? 0)) throw new Error('not enough')
      for (const { label } of found) this.pick(label, undefined)
      return { objects: found.map(({ label }) => objectOf(label)), nextToEachOther: hall.isNextToEachOther }
    }
    async zoomToSelectedObjects() {
      this.zoomedTo = [...this.chosen.keys()]
    }
    async startNewSession() {
      for (const label of [...this.chosen.keys()]) this.drop(label)
      this.startSession()
    }

    /** Chooses a seat as a click on the seating plan does. */
    pick(label: string, ticketType: string | undefined) {
      this.pickSlowly(label, ticketType).complete()
    }
    /** Like `pick`, with a hold call that is pending until it is completed. */
    pickSlowly(label: string, ticketType: string | undefined) {
      this.chosen.set(label, ticketType ?? '')
      this.config.onHoldCallsInProgress?.()
      this.config.onObjectSelected?.(objectOf(label, ticketType), { ticketType } as TicketTypeJson)
      return { complete: () => this.config.onHoldCallsComplete?.() }
    }
    drop(label: string) {
      if (!this.chosen.delete(label)) return
      this.config.onObjectDeselected?.(objectOf(label), {} as TicketTypeJson)
    }
    /** Somebody else was faster: the hold call fails. */
    loseHold(label: string) {
      const seat = seats.find((one) => one.label === label)
      if (seat) seat.isTaken = true
      this.config.onHoldFailed?.([objectOf(label) as BookableObject], [])
    }
  }

  const isFree = (label: string) => seats.some((seat) => seat.label === label && !seat.isTaken)

  function objectOf(label: string, ticketType?: string): SelectableObject {
    const seat = seats.find((one) => one.label === label)
    const [section, parent, own] = label.split('-')
    return {
      ...seat,
      label,
      labels: { section, parent, own, displayedLabel: label },
      category: categories.find(({ key }) => seat && key === categoryOf(seat)),
      objectType: 'Seat',
      selectedTicketType: ticketType || undefined,
    } as unknown as SelectableObject
  }

  window.seatsio = { SeatingChart: FakePlan } as never
  return hall
}

const categoryOf = ({ label, category }: FakeSeat) => category ?? label.split('-')[0]?.toLowerCase() ?? ''
