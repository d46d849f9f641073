/* Runs in the page of the charts: a chart that is open stands right below the box that opens it; the drawing makes room. Plain DOM, no module. */
;(() => {
  const charts = [...document.querySelectorAll('.chart')]
  const chartOf = (id) => charts.find((chart) => chart.dataset.chart === id)
  const svgOf = (chart) => chart.querySelector(':scope > .drawing > svg')
  const space = 8
  let isPrinting = false

  const numbersIn = (text) => text.match(/-?[\d.]+/g).map(Number)
  const pairsIn = (text) => {
    const all = numbersIn(text)
    return all.flatMap((one, index) => (index % 2 ? [] : [[one, all[index + 1]]]))
  }
  const pathOf = (points) => `M${points.map((point) => point.join(' ')).join('L')}`

  /** The boxes of a drawing with their places as they are without charts in between. */
  const places = new Map()
  function boxesOf(svg) {
    if (places.has(svg)) return places.get(svg)
    const boxes = [...svg.querySelectorAll('.state')].map((box) => {
      const [x, y] = numbersIn(box.getAttribute('transform'))
      const rect = box.querySelector('.box')
      const height = Number(rect.getAttribute('height'))
      return { box, rect, x, y, height, head: y + Number(box.dataset.head) }
    })
    places.set(svg, boxes)
    return boxes
  }

  /** Functions that move or stretch a part of a drawing: `shift` says how far something at a height moves down. */
  const parts = new Map()
  function partsOf(svg) {
    if (parts.has(svg)) return parts.get(svg)
    const whole = Number(svg.getAttribute('height'))
    const [left, top, width] = numbersIn(svg.getAttribute('viewBox'))
    const all = [
      (shift) => {
        const height = whole + shift(whole)
        svg.setAttribute('height', height)
        svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`)
      },
      ...boxesOf(svg).map(({ box, rect, x, y, height }) => (shift) => {
        box.setAttribute('transform', `translate(${x} ${y + shift(y)})`)
        rect.setAttribute('height', height + shift(y + height) - shift(y))
      }),
      ...[...svg.querySelectorAll('.arrow')].flatMap((arrow) => {
        const line = arrow.querySelector('.line')
        const head = arrow.querySelector('.head')
        const points = pairsIn(line.getAttribute('d'))
        const corners = head ? pairsIn(head.getAttribute('d')) : []
        const texts = [...arrow.querySelectorAll('text')].map((text) => ({
          text,
          y: Number(text.getAttribute('y')),
        }))
        return [
          (shift) => line.setAttribute('d', pathOf(points.map(([x, y]) => [x, y + shift(y)]))),
          (shift) =>
            head?.setAttribute('d', `${pathOf(corners.map(([x, y]) => [x, y + shift(corners[0][1])]))}Z`),
          (shift) => texts.forEach(({ text, y }) => text.setAttribute('y', y + shift(texts[0].y))),
        ]
      }),
    ]
    parts.set(svg, all)
    return all
  }

  /** The box that was pressed to open a chart, or else the first that opens it. */
  const pressed = new Map()
  function openerOf(chart) {
    const svg = chart.parentElement.closest('.chart') && svgOf(chart.parentElement.closest('.chart'))
    if (!svg) return null
    const opens = ({ box }) => (box.dataset.opens ?? '').split(' ').includes(chart.dataset.chart)
    const openers = boxesOf(svg).filter(opens)
    return openers.find(({ box }) => box === pressed.get(chart)) ?? openers[0] ?? null
  }

  /** The height below a box at which nothing is written in any box of its drawing. */
  function gapBelow(svg, { head }) {
    const boxes = boxesOf(svg)
    let at = head
    for (let cut; (cut = boxes.find((one) => one.y < at && one.head > at));) at = cut.head
    return at
  }

  /** Puts the open charts inside a chart to their places. */
  function place(chart) {
    const svg = svgOf(chart)
    const drawing = svg.parentElement
    const gaps = [...chart.querySelectorAll(':scope > .chart')].flatMap((one) => {
      const opener = one.open && chart.open && !isPrinting ? openerOf(one) : null
      one.classList.toggle('placed', !!opener)
      return opener ? [{ one, at: gapBelow(svg, opener) }] : []
    })
    let room = 0
    for (const gap of gaps.sort((one, other) => one.at - other.at)) {
      gap.one.style.insetBlockStart = `${drawing.offsetTop + gap.at + 1 + room + space}px`
      gap.one.style.insetInlineStart = `${drawing.offsetLeft}px`
      gap.one.style.width = `${drawing.offsetWidth}px`
      gap.height = gap.one.offsetHeight + 2 * space
      room += gap.height
    }
    const shift = (y) => gaps.reduce((sum, { at, height }) => (y > at + 0.5 ? sum + height : sum), 0)
    for (const part of partsOf(svg)) part(shift)
  }

  /** Those inside come first: the room that a chart needs depends on them. */
  function placeAll() {
    for (const chart of [...document.querySelectorAll('.chart')].reverse())
      if (chart.checkVisibility() && chart.querySelector(':scope > .chart')) place(chart)
  }

  // Whoever opens a chart: at once, so that what scrolls to a box finds it where it will be
  const watcher = new MutationObserver(placeAll)
  for (const chart of charts) watcher.observe(chart, { attributeFilter: ['open'] })
  let width = 0
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== width) placeAll()
    width = contentRect.width
  }).observe(document.querySelector('main'))
  for (const [event, is] of [
    ['beforeprint', true],
    ['afterprint', false],
  ])
    addEventListener(event, () => {
      isPrinting = is
      placeAll()
    })

  /** The charts that a box opens: its own drawing, or all charts that run in it. */
  function opensOf({ dataset }) {
    const all = (dataset.opens ?? '').split(' ').map(chartOf).filter(Boolean)
    return all[0]?.dataset.chart === dataset.state ? all.slice(0, 1) : all
  }

  /** Opens or closes what is inside a box, which stays where it is on the screen. */
  function press(box) {
    const inside = opensOf(box)
    const around = box.closest('.chart')
    const isOpen = inside.every((chart) => chart.open && chart.parentElement === around)
    const label = box.querySelector('a')
    const before = label.getBoundingClientRect().top
    for (const chart of inside) {
      pressed.set(chart, box)
      // A chart that runs in several boxes is shown in one of them
      if (chart.parentElement !== around) around.append(chart)
      chart.open = !isOpen
    }
    placeAll()
    ;(isOpen ? label : inside[0].querySelector('summary')).focus({ preventScroll: true })
    scrollBy({ top: label.getBoundingClientRect().top - before, behavior: 'instant' })
  }

  document.addEventListener('click', (event) => {
    const box = event.target.closest('.state > a:not(.picture)')?.parentElement
    if (!box || opensOf(box).length === 0 || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    history.pushState(null, '', `#${box.dataset.state}`)
    press(box)
  })

  // A chart moves when its title is pressed: to the box that opens it, or back into the list of those that are closed
  for (const chart of charts) {
    const summary = chart.querySelector('summary')
    summary.addEventListener('click', () => {
      const opener = openerOf(chart)
      if (!opener) return
      const goal = chart.open ? opener.box.querySelector('a') : summary
      requestAnimationFrame(() => {
        goal.focus({ preventScroll: true })
        goal.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    })
  }

  placeAll()
})()
