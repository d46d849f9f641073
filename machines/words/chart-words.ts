/**
 * The words of a chart, in the English of a product owner. They stand beside the machine, not in it: the page does not load
 * them. `npm run statechart -- --check` names every one that is missing or stale.
 */
export interface ChartWords {
  /** The title of the chart, and of each state by its path: `determining.loading`. */
  title: string
  states: Record<string, string>
  /**
   * What happens, or what a tester does, by the event (`done pay` for a reply, `error pay` for a failure), and by each of its cases: `done pay: declined`.
   */
  events: Record<string, string>
  /** Conditions, to be read after "if". `{state}` and the like are parameters. */
  guards: Record<string, string>
  /**
   * What is so in a case without a condition that comes after others, to be read after "if", by the path of its state and its event:
   * `checking_code done checkOneTimeCode`.
   */
  otherwise?: Record<string, string>
  /** What is waited for; `{time}` is how long. */
  delays: Record<string, string>
  /** Labels of arrows that must be seen at a glance, by their ends: `holding → basket`. One without a transition is drawn dashed. */
  arrows?: Record<string, string>
  /** What runs beside the states, told beside the drawing. */
  beside?: readonly Beside[]
  /** What an owner can rely on in a state, by its path, or in all of them. */
  promises?: Record<string, readonly Promised[]>
}

/** Something that runs beside the states of a chart. */
export interface Beside {
  title: string
  says: string
  /** The state or chart that shows it: `connection.offline`. */
  shownIn: string
}

/** A promise, and all that makes it true: `npm run prove` fails if one of these is no longer so. */
export interface Promised {
  says: string
  because: readonly Ground[]
}

/** What makes a promise true. States are named by their paths; the state itself is meant if none is named. */
export type Ground =
  /** A sentence that is proved, or one of its clauses, by how it begins. */
  | { proof: string }
  /** A transition, as the list of transitions has it: `starting: always [isRemembered] → looking_up`. */
  | { chart: string; transition: string }
  /** Nothing comes of an event, whatever else is so. */
  | { never: string; in?: string }
  /** An event is always possible. */
  | { can: string; in?: string }
  /** Wherever an event is possible, it leads to a state, or stays in it. */
  | { on: string; leadsTo: string; in?: string }
