import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { fakeShop } from './testing/fake-shop.ts'
import { isStepComplete, type StepKeys } from './ticket-questions.ts'

const steps = [
  { id: 'adult', copies: [['name', 'diet']], mandatoryKeys: ['name'] },
  { id: 'child', copies: [['age', 'waiver']], mandatoryKeys: ['age', 'waiver'] },
  { id: 'basket', copies: [['source']], mandatoryKeys: [] },
]

async function startQuestions(answers = {}, of: StepKeys[] = steps) {
  const shop = fakeShop()
  const actor = createActor(shop.charts.ticketQuestions, { input: { set: 'before' as const } }).start()
  await shop.reply('loadQuestions', { steps: of, answers })
  return {
    ...shop,
    actor,
    where: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    answer: (key: string, value: string | boolean, problem = '') =>
      actor.send({ type: 'answer.change', key, value, problem }),
    press: () => actor.send({ type: 'questions.continue' }),
  }
}

async function saving() {
  const questions = await startQuestions({ name: 'Ann', age: '9', waiver: true })
  for (let press = 0; press < 3; press += 1) questions.press()
  return questions
}

describe('ticket questions', () => {
  it('starts on the first step with the saved answers [QUES-07]', async () => {
    const questions = await startQuestions({ name: 'Ann' })
    expect(questions.inputs('loadQuestions')).toEqual([{ set: 'before' }])
    expect(questions.context()).toMatchObject({ active: 0, visited: ['adult'], answers: { name: 'Ann' } })
  })

  it('counts a step complete once visited and with its mandatory answers [QUES-09, QUES-10]', async () => {
    const questions = await startQuestions()
    const complete = () => steps.map((_, index) => isStepComplete(questions.context(), index))
    expect(complete()).toEqual([false, false, false])
    questions.answer('name', '  ')
    expect(complete()).toEqual([false, false, false])
    questions.answer('name', 'Ann')
    expect(complete()).toEqual([true, false, false])
    questions.actor.send({ type: 'step.select', index: 2 })
    expect(complete()).toEqual([true, false, true])
  })

  it('requires a mandatory checkbox to be ticked [QUES-09]', async () => {
    const questions = await startQuestions({ age: '9', waiver: false })
    questions.actor.send({ type: 'step.select', index: 1 })
    expect(isStepComplete(questions.context(), 1)).toBe(false)
    questions.answer('waiver', true)
    expect(isStepComplete(questions.context(), 1)).toBe(true)
  })

  it('saves no answer that the shop would refuse, on whichever step it is [S33, S35]', async () => {
    const questions = await startQuestions({ name: 'Ann', age: '9', waiver: true })
    questions.answer('diet', '4242 4242 4242 4242', 'No card numbers')
    questions.actor.send({ type: 'step.select', index: 1 })
    questions.actor.send({ type: 'step.select', index: 2 })
    questions.press()
    expect(questions.context()).toMatchObject({ active: 0, isChecked: false })
    questions.press()
    expect(questions.context()).toMatchObject({ active: 0, isChecked: true })
    expect(questions.inputs('saveQuestionAnswers')).toEqual([])
    questions.answer('diet', 'Vegan')
    questions.press()
    expect(questions.where()).toBe('saving')
  })

  it('copies a refused answer with its problem, and the allowed one after it [S33]', async () => {
    const questions = await startQuestions({}, [
      { id: 'adult', copies: [['name_1'], ['name_2']], mandatoryKeys: [] },
    ])
    questions.answer('name_1', '4242', 'No card numbers')
    questions.actor.send({ type: 'answer.copy' })
    expect(questions.context().problems).toEqual({ name_1: 'No card numbers', name_2: 'No card numbers' })
    questions.answer('name_1', 'Ann')
    questions.actor.send({ type: 'answer.copy' })
    expect(questions.context().problems).toEqual({ name_1: '', name_2: '' })
  })

  it('uses the answers for the first copy of a ticket for its other copies, and leaves other tickets alone [QUES-26]', async () => {
    const questions = await startQuestions(
      { a1: 'Soup', b1: '', b2: 'No nuts', c1: false, c2: true, a2: 'Fish', age: '9' },
      [
        {
          id: 'adult',
          copies: [
            ['a1', 'b1', 'c1', 'd1'],
            ['a2', 'b2', 'c2', 'd2'],
            ['a3', 'b3', 'c3', 'd3'],
          ],
          mandatoryKeys: [],
        },
        { id: 'child', copies: [['age']], mandatoryKeys: [] },
      ],
    )
    const copied = {
      a1: 'Soup',
      a2: 'Soup',
      a3: 'Soup',
      b1: '',
      b2: 'No nuts',
      c1: false,
      c2: false,
      c3: false,
      age: '9',
    }
    questions.actor.send({ type: 'answer.copy' })
    expect(questions.context().answers).toEqual(copied)
    questions.actor.send({ type: 'step.select', index: 1 })
    questions.actor.send({ type: 'answer.copy' })
    expect(questions.context().answers).toEqual(copied)
  })

  it('lists the missing answers of the step where Continue was pressed [QUES-16]', async () => {
    const questions = await startQuestions()
    questions.press()
    expect(questions.context()).toMatchObject({ active: 0, isChecked: true })
  })

  it('goes to the first incomplete step [QUES-11]', async () => {
    const questions = await startQuestions({ name: 'Ann' })
    questions.press()
    expect(questions.context()).toMatchObject({ active: 1, isChecked: false })
    questions.actor.send({ type: 'step.select', index: 2 })
    questions.press()
    expect(questions.context().active).toBe(1)
  })

  it('goes back to the first incomplete step from a later incomplete one [QUES-11]', async () => {
    const questions = await startQuestions()
    questions.actor.send({ type: 'step.select', index: 1 })
    questions.press()
    expect(questions.context()).toMatchObject({ active: 0, isChecked: false })
  })

  it('stays when a chosen step does not exist', async () => {
    const questions = await startQuestions()
    questions.actor.send({ type: 'step.select', index: 7 })
    expect(questions.context().active).toBe(0)
  })

  it('saves all answers of its set when every step is complete [QUES-12, QUES-13, QUES-22]', async () => {
    const questions = await saving()
    expect(questions.where()).toBe('saving')
    expect(questions.inputs('saveQuestionAnswers')).toEqual([
      { set: 'before', answers: { name: 'Ann', age: '9', waiver: true } },
    ])
    await questions.reply('saveQuestionAnswers', { outcome: 'saved' })
    expect(questions.where()).toBe('saved')
  })

  it('treats answers as saved only if the reply confirms it [QUES-22, QUES-23, ERRS-34]', async () => {
    const questions = await saving()
    await questions.reply('saveQuestionAnswers', { outcome: 'refused', message: '' })
    expect(questions.where()).toBe('answering')
    expect(questions.context().message).toBe('Unable to save your answers. Please try again')
    questions.press()
    expect(questions.context().message).toBe('')
  })

  it("shows the server's message, or its own if there is none [QUES-24]", async () => {
    const questions = await saving()
    await questions.reply('saveQuestionAnswers', { outcome: 'refused', message: 'An answer is too long' })
    expect(questions.where()).toBe('answering')
    expect(questions.context()).toMatchObject({ message: 'An answer is too long', answers: { name: 'Ann' } })
    questions.press()
    await questions.fail('saveQuestionAnswers')
    expect(questions.context().message).toBe('Unable to save your answers. Please try again')
  })

  it('lets the buyer try again when loading the questions fails', async () => {
    const shop = fakeShop()
    const actor = createActor(shop.charts.ticketQuestions, { input: { set: 'after' } }).start()
    await shop.fail('loadQuestions')
    expect(actor.getSnapshot().value).toBe('loading_failed')
    expect(actor.getSnapshot().context.message).toBe('Unable to get the questions. Please try again')
    actor.send({ type: 'questions.continue' })
    expect(actor.getSnapshot().value).toBe('loading')
  })
})
