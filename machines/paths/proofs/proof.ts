/** A sentence about the charts, and what speaks for or against it. */
export interface Proof {
  sentence: string
  /** Number of situations that were looked at. */
  situations: number
  /** What the sentence takes for granted. */
  assumes: string[]
  /** A story for which the sentence matters most. */
  witness: string
  /** Figures and lists, a line each. */
  details: string[]
  /** Shortest stories that contradict the sentence; none if it holds. */
  contradictions: string[]
}
