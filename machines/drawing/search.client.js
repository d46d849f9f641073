/* Runs in the page of the charts: finds states by what they say, the main ones first. Plain DOM, no module. */
;(() => {
  const { entries, glossary } = JSON.parse(document.getElementById('entries').textContent)
  const field = document.getElementById('search')
  const results = document.getElementById('results')
  const found = document.getElementById('found')

  // Words that say nothing of what is looked for
  const idle = new Set(
    'a an and are at be by can do does for from happens has have how if in is it its not of on or so that the their them there they this to was what when where which who will with'.split(
      ' ',
    ),
  )

  /** "expires", "expired" and "expiry" are one word, as are "pay", "paying" and "payment". */
  const stemOf = (word) =>
    word
      .replace(/(?<=\w{3})(?:ments?|ings?)$|(?<=\w{4})(?:ations?|ions?)$/, '')
      .replace(/(?<=\w{3})(?:ed|es|s|e|y)$/, '')
      .replace(/(\w)\1$/, '$1')

  function wordsOf(text) {
    const all = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
    const telling = all.filter((word) => !idle.has(word))
    return (telling.length > 0 ? telling : all).map((word) => ({ word, stem: stemOf(word) }))
  }

  /** What is asked for, in the product's own words. */
  const askedFor = (text) =>
    wordsOf(
      Object.entries(glossary).reduce(
        (said, [other, own]) => ` ${said} `.replaceAll(` ${other} `, ` ${own} `).trim(),
        text.toLowerCase(),
      ),
    )

  // The boxes of the first drawing are those of the whole purchase
  const main = new Set(
    [...document.querySelector('.chart > .drawing').querySelectorAll('.state')].map(
      ({ dataset }) => dataset.state,
    ),
  )

  const inTitle = 5

  /** What an entry says, and how much it counts to be found by it. */
  const linesOf = ({ id, title, rows, about, promises, messages, file }) =>
    [
      [inTitle, title, id.split('.').at(-1)],
      [4, ...rows],
      [3, about, ...promises],
      [2, ...messages],
      [1, file, id],
    ].flatMap(([worth, ...texts]) => texts.map((text) => ({ worth, text, words: wordsOf(text) })))

  const index = entries.map((entry) => ({
    entry,
    extra: main.has(entry.id) ? 1.5 : 0,
    lines: linesOf(entry),
  }))

  /** Whether a line has a word, or one that begins so. */
  const has = ({ words }, asked) =>
    words.some(
      ({ word, stem }) => stem === asked.stem || (asked.word.length > 2 && word.startsWith(asked.word)),
    )

  /** How many of the words an entry has, and how well: best all of them in its title, and nothing else, or in one of its rows. */
  function rate({ lines, extra }, asked) {
    const count = asked.filter((one) => lines.some((line) => has(line, one))).length
    const whole = lines
      .filter((line) => asked.every((one) => has(line, one)))
      .map(({ worth, words }) => worth + (worth === inTitle ? (0.4 * asked.length) / words.length : 0))
    return { count, worth: Math.max(0, ...whole) + extra }
  }

  /** The entries that have all words, or else the most of them; the best first. */
  function said(text) {
    const asked = askedFor(text)
    const rated = index.map((one) => ({ ...one, ...rate(one, asked) }))
    const most = Math.max(...rated.map(({ count }) => count))
    return rated
      .filter(({ count }) => count > 0 && count === most)
      .sort((one, other) => other.worth - one.worth)
      .map(({ entry, lines }) => ({
        entry,
        asked,
        lines,
        title: marked(entry.title, asked),
        snippet: marked(shortened(tellingLine(lines, asked) ?? entry.about, asked), asked),
      }))
  }

  /** The line that has the most of what is asked for, and is no title. */
  function tellingLine(lines, asked) {
    const rated = lines
      .filter(({ worth }) => worth > 1 && worth < inTitle)
      .map((line) => ({ ...line, count: asked.filter((one) => has(line, one)).length }))
      .filter(({ count }) => count > 0)
    return rated.sort((one, other) => other.count - one.count || other.worth - one.worth)[0]?.text
  }

  const isAsked = (word, asked) => asked.some((one) => has({ words: [{ word, stem: stemOf(word) }] }, one))

  const longest = 140

  /** A long text around the first word that is asked for. */
  function shortened(text, asked) {
    if (text.length <= longest) return text
    const words = text.split(' ')
    const first = words.findIndex((word) => wordsOf(word).some((one) => isAsked(one.word, asked)))
    const from = Math.max(0, first - 8)
    const part = words.slice(from).join(' ')
    const cut = part.length > longest ? `${part.slice(0, longest).replace(/\s\S*$/, '')} …` : part
    return from > 0 ? `… ${cut}` : cut
  }

  /** A text with what is asked for marked. */
  const marked = (text, asked) =>
    text.split(/([\p{L}\d]+)/u).map((part, at) => {
      if (at % 2 === 0 || !isAsked(part.toLowerCase(), asked)) return part
      const mark = document.createElement('mark')
      mark.textContent = part
      return mark
    })

  /** `PAYM-12` or `PAYM`: the states that show it, then those of the steps in whose range it is. Null for anything else. */
  function required(text) {
    const [, room, number] = /^([A-Z]{4})(?:-(\d+))?$/.exec(text.toUpperCase()) ?? []
    if (!room) return null
    const hit = (entry, snippet) => ({ entry, title: [entry.title], snippet: [snippet] })
    const exact = entries.flatMap((entry) => {
      const ids = entry.shows.filter((id) =>
        number ? id === `${room}-${number}` : id.startsWith(`${room}-`),
      )
      return ids.length > 0 ? [hit(entry, `shows ${ids.join(', ')}`)] : []
    })
    const ranged = entries.flatMap((entry) => {
      const [, its, first, last] = /^([A-Z]{4})-(\d+)\.\.(\d+)$/.exec(entry.range) ?? []
      const isIn =
        its === room && (!number || (Number(number) >= Number(first) && Number(number) <= Number(last)))
      return isIn && !exact.some((one) => one.entry === entry)
        ? [hit(entry, `in the range ${entry.range}`)]
        : []
    })
    return exact.length + ranged.length > 0 ? [...exact, ...ranged] : null
  }

  /**
   * Marks the rows of a state, and its title, that have the most of the words that are asked for. Its title stands for what is not drawn:
   * requirements, messages, the file.
   */
  function mark({ entry: { id }, asked = [], lines = [] }) {
    for (const old of document.querySelectorAll('.sought')) old.classList.remove('sought')
    const countIn = (line) => asked.filter((one) => has(line, one)).length
    const rows = [...document.querySelectorAll(`[data-state="${id}"] > .row`)].map((row) => {
      const words = wordsOf([...row.querySelectorAll('text')].map((line) => line.textContent).join(' '))
      return { row, count: countIn({ words }) }
    })
    const most = Math.max(1, ...lines.map(countIn), ...rows.map(({ count }) => count))
    const found = rows.filter(({ count }) => count === most).map(({ row }) => row)
    const isTitled = lines.some((line) => line.worth === inTitle && countIn(line) === most)
    const titles = document.querySelectorAll(`[data-state="${id}"] > a:not(.picture)`)
    for (const one of [...found, ...(isTitled || found.length === 0 ? titles : [])])
      one.classList.add('sought')
  }

  function itemOf(hit) {
    const {
      entry: { id },
      title,
      snippet,
    } = hit
    const item = document.createElement('li')
    const link = document.createElement('a')
    link.href = `#${id}`
    link.addEventListener('click', () => mark(hit))
    link.append(...title)
    const name = document.createElement('code')
    name.textContent = id
    const said = document.createElement('p')
    said.append(...snippet)
    item.append(link, ' ', name, said)
    return item
  }

  field.addEventListener('input', () => {
    const text = field.value.trim()
    const hits = text ? (required(text) ?? said(text)) : []
    found.textContent = text ? `${hits.length} found` : ''
    results.replaceChildren(...hits.slice(0, 30).map(itemOf))
  })
})()
