/* Runs in the page of the charts: opens charts, lights ways, and remembers what is open. Plain DOM, no module. */
;(() => {
  const memory = 'statechart.open'
  const charts = [...document.querySelectorAll('.chart')]
  const chartOf = (id) => charts.find((chart) => chart.dataset.chart === id)
  const svgOf = (chart) => chart.querySelector(':scope > .drawing > svg')

  // What is open is remembered; a browser may forbid that
  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem(memory))
    } catch {
      return null
    }
  }
  const remember = () => {
    try {
      localStorage.setItem(
        memory,
        JSON.stringify(charts.filter(({ open }) => open).map(({ dataset }) => dataset.chart)),
      )
    } catch {
      // As if nothing were remembered
    }
  }
  const remembered = recall()
  if (Array.isArray(remembered))
    for (const chart of charts) chart.open = remembered.includes(chart.dataset.chart)
  let isPrinting = false
  for (const chart of charts) chart.addEventListener('toggle', () => isPrinting || remember())

  /** Opens a chart and all around it. */
  function open(chart) {
    for (let one = chart; one; one = one.parentElement.closest('.chart')) one.open = true
  }

  // Ways: from a box, by its own rows and those of the boxes around it
  const isIn = (id, outer) => id === outer || id.startsWith(`${outer}.`)
  const boxesIn = (svg) => [...svg.querySelectorAll('.state')]
  const idOf = (box) => box.dataset.state

  /** The box that is entered first inside another one, as far as it is drawn. */
  function entered(svg, id) {
    const [first] = [...svg.querySelectorAll('.state.first')].filter(
      (box) => idOf(box).replace(/\.[^.]+$/, '') === id,
    )
    return first ? entered(svg, idOf(first)) : id
  }

  /** The innermost drawn box around a state. */
  const drawn = (svg, id) =>
    boxesIn(svg)
      .map(idOf)
      .filter((one) => isIn(id, one))
      .sort((one, other) => other.length - one.length)[0]

  /** The steps of the way from the start of a drawing to a box that buyers most usually go. */
  function wayTo(svg, goal) {
    const links = [...svg.querySelectorAll('.row[data-to], .arrow.outside')].filter(
      ({ dataset }) => !dataset.to.includes(' '),
    )
    const start = entered(svg, idOf(boxesIn(svg)[0]))
    const steps = new Map([[start, { cost: 0 }]])
    const waiting = [start]
    for (const at of waiting)
      for (const link of links.filter(({ dataset }) => isIn(at, dataset.from))) {
        const box = drawn(svg, link.dataset.to)
        const to = box && entered(svg, box)
        const cost = steps.get(at).cost + Number(link.dataset.cost ?? 1)
        if (!to || cost >= (steps.get(to)?.cost ?? Infinity)) continue
        steps.set(to, { cost, from: at, link })
        waiting.push(to)
      }
    const [end] = [...steps.keys()]
      .filter((id) => isIn(id, goal))
      .sort((one, other) => steps.get(one).cost - steps.get(other).cost)
    const way = []
    for (let at = end; steps.get(at)?.from; at = steps.get(at).from) way.unshift({ ...steps.get(at), to: at })
    return { start, way }
  }

  function light(svg, shapes) {
    svg.classList.toggle('lit', shapes.length > 0)
    for (const shape of svg.querySelectorAll('.on')) shape.classList.remove('on')
    for (const shape of shapes) shape.classList.add('on')
  }

  const boxOf = (svg, id) => boxesIn(svg).find((box) => idOf(box) === id)
  const around = (svg, id) => boxesIn(svg).filter((box) => isIn(id, idOf(box)))
  const arrowsOf = (svg, from, to) =>
    [...svg.querySelectorAll('.arrow')].filter(
      ({ dataset }) => isIn(from, dataset.from) && isIn(to, dataset.to) && !isIn(to, dataset.from),
    )

  /** Lights the target of a row, or the way from the start to a box. */
  function show(target) {
    const svg = target.closest('.drawing > svg')
    const row = target.closest('.row')
    const box = target.closest('.state')
    if (row?.dataset.to) {
      const ends = row.dataset.to.split(' ').map((id) => drawn(svg, id))
      const lit = ends
        .filter(Boolean)
        .flatMap((id) => [...around(svg, id), ...arrowsOf(svg, row.dataset.from, id)])
      return light(svg, [row, ...around(svg, row.dataset.from), ...lit])
    }
    if (!box || idOf(box) === idOf(boxesIn(svg)[0])) return light(svg, [])
    const { start, way } = wayTo(svg, idOf(box))
    light(svg, [
      ...around(svg, start),
      ...around(svg, idOf(box)),
      ...way.flatMap(({ from, to, link }) => [link, ...around(svg, to), ...arrowsOf(svg, from, to)]),
    ])
  }

  const isShape = (target) => target instanceof Element && target.closest('.drawing > svg')
  for (const begin of ['pointerover', 'focusin'])
    document.addEventListener(begin, ({ target }) => isShape(target) && show(target))
  for (const end of ['pointerout', 'focusout'])
    document.addEventListener(end, ({ target, relatedTarget }) => {
      const svg = isShape(target)
      if (svg && !svg.contains(relatedTarget)) light(svg, [])
    })

  /** Shows a state: opens its chart, and scrolls to its box. */
  function goTo(id) {
    const chart = chartOf(id)
    const box = document.getElementById(id) ?? (chart && boxOf(svgOf(chart), id))
    if (!box) return
    open(box.closest('.chart'))
    for (const one of document.querySelectorAll('.found')) one.classList.remove('found')
    box.classList.add('found')
    // Before the size of what was opened is known, there is nowhere to scroll
    requestAnimationFrame(() =>
      (box.querySelector('a') ?? box).scrollIntoView({ block: 'center', inline: 'center' }),
    )
  }

  document.addEventListener('click', ({ target }) => {
    const all = target.closest('[data-all]')
    if (all) for (const chart of charts) chart.open = all.dataset.all === 'open'
    const row = target.closest('.row[data-to]')
    if (row) location.hash = row.dataset.to.split(' ')[0]
  })

  // For print, all charts are open
  let before = []
  addEventListener('beforeprint', () => {
    isPrinting = true
    before = charts.map(({ open: was }) => was)
    for (const chart of charts) chart.open = true
  })
  addEventListener('afterprint', () => {
    charts.forEach((chart, index) => (chart.open = before[index]))
    // Toggles are told later
    setTimeout(() => (isPrinting = false))
  })

  // The script is large, and not every reader wants it
  const beginning = document.getElementById('try-begin')
  function begin() {
    if (document.body.classList.contains('trying')) return
    const script = document.createElement('script')
    script.src = 'try-out.js'
    document.body.append(script)
    document.body.classList.add('trying')
    beginning.remove()
  }
  beginning.addEventListener('click', begin)
  if (location.hash.startsWith('#try=')) begin()

  // A checkout in another tab, opened with ?inspect
  const channel = new BroadcastChannel('statecharts')
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') return
    document.body.classList.add('following')
    begin()
    channel.close()
  })
  channel.postMessage('who is there?')

  const follow = () => goTo(decodeURIComponent(location.hash.slice(1)))
  addEventListener('hashchange', follow)
  if (location.hash) {
    // After a reload the place where the page was is not that of the box: charts were open then.
    history.scrollRestoration = 'manual'
    follow()
  }
})()
