import { hashOf } from './link.ts'
import { make } from './make.ts'
import { markStates, stopFollowing } from './mark.ts'
import { readLog, statesAfter, trialOf, wordsOf, type LogLine } from './session-log.ts'

/** The field into which a session's log is put, and what comes of it. */
export function logPanel(): HTMLElement {
  const field = make('textarea', { id: 'log', rows: 4, spellcheck: false })
  const result = make('div', {})
  const open = () => {
    try {
      showLog(result, readLog(field.value))
    } catch (error) {
      result.replaceChildren(
        make(
          'p',
          { className: 'trial-wrong', role: 'alert' },
          error instanceof Error ? error.message : String(error),
        ),
      )
    }
  }
  return make(
    'details',
    {},
    make('summary', {}, 'Open a session log'),
    make('p', {}, make('label', { htmlFor: 'log' }, 'A log, as an error report or the tab has it'), field),
    make('button', { type: 'button', onclick: open }, 'Open'),
    result,
  )
}

function showLog(result: HTMLElement, lines: readonly LogLine[]): void {
  const items = lines.map((line, index) => {
    const look = () => {
      for (const one of result.querySelectorAll('[aria-current]')) one.removeAttribute('aria-current')
      button.setAttribute('aria-current', 'step')
      stopFollowing()
      markStates(statesAfter(lines, index))
    }
    const button = make(
      'button',
      { type: 'button', onclick: look },
      make('span', {}, `${line.at.slice(11, 19)} `),
      wordsOf(line),
    )
    return make('li', {}, button)
  })
  const trial = trialOf(lines)
  const walked = trial
    ? make('p', {}, make('a', { href: hashOf(trial) }, 'Walk it on the charts, as a test'))
    : make('p', {}, 'It does not begin in the basket, so it cannot be walked as a test.')
  result.replaceChildren(walked, make('ol', { className: 'log-lines' }, items))
}
