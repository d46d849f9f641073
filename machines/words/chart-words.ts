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
}
