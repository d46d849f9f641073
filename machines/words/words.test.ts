import { describe, expect, it } from 'vitest'
import { models } from '#machines/paths/charts.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import { titleOf, transitionWords, wordProblems } from '#machines/paths/words.ts'
import { countdownWords } from './countdown.ts'

const modelsOf = (chart: string) => models.filter((model) => model.chart === chart)
const { machine: countdown } = modelsOf('countdown')[0]!

describe('the words of the charts', () => {
  it('tell every state, event, case, guard and delay, and nothing that is not there', () => {
    expect(wordProblems(models)).toEqual([])
  })

  it.each([
    ['state', 'states'],
    ['event', 'events'],
    ['guard', 'guards'],
    ['otherwise', 'otherwise'],
    ['delay', 'delays'],
  ] as const)('are missed by name, as those for the kind %s', (one, kind) => {
    const { [kind]: said = {} } = countdownWords
    const [name = '', text = ''] = Object.entries(said)[0] ?? []
    said[name] = ''
    const problems = wordProblems(modelsOf('countdown'))
    said[name] = text
    expect(problems).toContain(`countdown: no words for ${one} "${name}"`)
  })

  it('say what is so in the last case of an event, which has no condition', () => {
    const said = [...modelsOf('account'), ...modelsOf('checkout')].flatMap(({ machine }) =>
      transitionsOf(machine).map((each) => transitionWords(each)),
    )
    expect(said).toContain('The code is checked, if the code is wrong, or the shop refuses and says why')
    expect(said).toContain('If the shop has saved no later step')
    expect(said.filter((one) => /otherwise/i.test(one))).toEqual([])
  })

  it('are named when the chart has no such thing any more', () => {
    countdownWords.guards.isGone = 'it is gone'
    const problems = wordProblems(modelsOf('countdown'))
    delete countdownWords.guards.isGone
    expect(problems).toContain('countdown: words for guard "isGone", which it does not have')
  })

  it('say a transition as a sentence, with how long it takes', () => {
    const said = transitionsOf(countdown).map((each) => transitionWords(each))
    expect(said).toContain('1 second passes, if it is an ordinary second')
    expect(titleOf(countdown.root)).toBe('The countdown of the hold')
  })

  it('name the step that a condition is about', () => {
    const [{ machine } = { machine: countdown }] = modelsOf('checkout')
    expect(transitionsOf(machine).map((each) => transitionWords(each))).toContain(
      'If the shop has saved the step "Activity terms and conditions"',
    )
  })

  it('are no code: they begin with a capital letter and have no underscores', () => {
    const titles = models.flatMap((model) =>
      transitionsOf(model.machine).map((each) => transitionWords(each)),
    )
    expect(
      titles.filter((title) => !/^[A-Z0-9"]/.test(title) || /_|\bis[A-Z]|\w\.\w+\b(?<!\d)/.test(title)),
    ).toEqual([])
  })
})
