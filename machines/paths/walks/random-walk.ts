import fc from 'fast-check'

/** What a walk can do next. The name is the same wherever the move is possible. */
export interface Move {
  name: string
  /** How a tester would say it. */
  sentence: string
  make: () => unknown
}

/** A number for one move of a walk. It puts all moves in an order of its own; or, in a walk played again, means one move. */
type Choice = number

/** A walk: what it will choose, and what it has done. */
export class RandomWalk {
  readonly choices: readonly Choice[]
  readonly #isAgain: boolean
  readonly #made: { name: string; sentence: string }[] = []

  /** With `isAgain`, each choice means the move that it once was; where that is not possible, the walk leaves it out. */
  constructor(choices: readonly Choice[], isAgain: boolean) {
    this.choices = choices
    this.#isAgain = isAgain
  }

  /** The walk that was played, to play it again: `1tn0vq.8h2k3`. */
  static again(path: string): RandomWalk {
    const parts = path === '' ? [] : path.split('.')
    return new RandomWalk(
      parts.map((part) => Number.parseInt(part, 36)),
      true,
    )
  }

  /** Makes the move that is chosen from those that are possible, if any. */
  async make(choice: Choice, possible: readonly Move[]): Promise<void> {
    const chosen = this.#isAgain
      ? possible.find((move) => choiceOf(move) === choice)
      : minBy(possible, (move) => mixed(choice ^ choiceOf(move)))
    if (!chosen) return
    this.#made.push(chosen)
    await chosen.make()
  }

  /** The moves made so far, as choices. */
  get made(): Choice[] {
    return this.#made.map(choiceOf)
  }

  get path(): string {
    return this.made.map((choice) => choice.toString(36)).join('.')
  }

  /** The moves made so far, as sentences. */
  get sentences(): string[] {
    return this.#made.map(({ sentence }, index) => `${index + 1}. ${sentence}`)
  }
}

const span = 2 ** 31

/** The choice that means this move when a walk is played again. */
const choiceOf = ({ name }: Pick<Move, 'name'>): Choice => mixed(fc.hash(name))

function minBy<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  const values = items.map(valueOf)
  return items[values.indexOf(Math.min(...values))]
}

/** Spreads numbers evenly, also those that differ little. */
function mixed(number: number): number {
  const half = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d)
  const whole = Math.imul(half ^ (half >>> 12), 0x297a2d39)
  return (whole ^ (whole >>> 15)) & (span - 1)
}

/**
 * Random walks of at most so many moves, which shrink: what a walk has done after its failure is left out, and then halves of
 * it, quarters, and at last single moves, as long as the rest still goes wrong.
 */
class RandomWalks extends fc.Arbitrary<RandomWalk> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  generate(random: fc.Random): fc.Value<RandomWalk> {
    const length = random.nextInt(1, this.#most)
    const choices = Array.from({ length }, () => random.nextInt(0, span - 1))
    return new fc.Value(new RandomWalk(choices, false), length)
  }

  canShrinkWithoutContext(value: unknown): value is RandomWalk {
    return value instanceof RandomWalk
  }

  /** `size` is how many moves the step before has left out at once. */
  shrink({ made }: RandomWalk, size: number | undefined): fc.Stream<fc.Value<RandomWalk>> {
    return fc.stream(shorter(made, size ?? made.length))
  }
}

function* shorter(made: readonly Choice[], most: number) {
  for (let size = Math.min(most, Math.ceil(made.length / 2)); size >= 1; size = Math.floor(size / 2))
    for (let end = made.length; end > 0; end -= size)
      yield new fc.Value(
        new RandomWalk(made.toSpliced(Math.max(0, end - size), Math.min(size, end)), true),
        size,
      )
}

interface Options {
  /** How many walks. */
  walks: number
  seed: number
  /** Of each walk. */
  mostMoves: number
  /** For how long to look for a shorter walk, in milliseconds. */
  timeLimit?: number
  /** Plays this walk alone, without making it shorter. */
  path?: string | undefined
}

/** The shortest walk found that goes wrong. */
export interface WrongWalk {
  /** Its moves as sentences, then what is wrong. */
  story: string
  moves: number
  /** Plays it again: see `RandomWalk.again`. */
  path: string
}

/** Plays walks until one throws, and then ever shorter ones. Returns null if none throws. */
export async function findWrongWalk(
  play: (walk: RandomWalk) => Promise<void>,
  { walks, seed, mostMoves, timeLimit = Infinity, path }: Options,
): Promise<WrongWalk | null> {
  let endsAt = Infinity
  async function playInTime(walk: RandomWalk) {
    if (performance.now() > endsAt) return
    try {
      await play(walk)
    } catch (error) {
      endsAt = Math.min(endsAt, performance.now() + timeLimit)
      throw error
    }
  }
  const all = path === undefined ? new RandomWalks(mostMoves) : fc.constant(RandomWalk.again(path))
  const run = await fc.check(fc.asyncProperty(all, playInTime), {
    numRuns: path === undefined ? walks : 1,
    seed,
  })
  const walk = run.counterexample?.[0]
  if (!walk) return null
  return {
    story: [...walk.sentences, String(run.errorInstance)].join('\n'),
    moves: walk.made.length,
    path: walk.path,
  }
}
