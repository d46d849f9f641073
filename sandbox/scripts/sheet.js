/** Dialogues of the simulated payment scripts, for the sandbox only. Served in front of each provider's script. */
window.sandboxSheet = (() => {
  const style = `
    dialog { box-sizing: border-box; width: min(24rem, calc(100% - min(2rem, 6vw))); padding: min(1.5rem, 5vw); border: 0; border-radius: 0.75rem; color: #1b1b1b; background: #fff; font: min(1rem, 7vw)/1.5 system-ui, sans-serif; overflow-wrap: normal; }
    dialog::backdrop { background: rgb(0 0 0 / 60%); }
    .label { display: inline-block; margin: 0; padding: 0.1rem 0.6rem; border: 2px dashed; border-radius: 1rem; font-size: 0.875em; }
    h2 { margin: 0.75rem 0 0.5rem; font-size: 1.25em; }
    dl { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem min(1rem, 4vw); margin: 0.75rem 0; }
    dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; }
    .total { font-weight: 600; }
    label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.25rem; }
    select { width: 100%; min-width: 0; min-height: 2.75rem; padding: 0 min(0.5rem, 2vw); border: 1px solid #767676; border-radius: 0.375rem; color: inherit; background: #fff; font: inherit; font-size: min(1em, 5.5vw); }
    [role='alert'] { margin: 0.75rem 0 0; font-weight: 600; }
    [role='alert']:empty { display: none; }
    .actions { display: grid; gap: 0.75rem; margin-top: 1.25rem; }
    button { min-height: 3rem; padding: 0.5rem 0.75rem; border: 1px solid; border-radius: 0.5rem; font: inherit; cursor: pointer; color: inherit; background: none; }
    button.main { color: #fff; background: #14532d; border-color: #14532d; font-weight: 600; }
    button:disabled { cursor: default; color: #5f5f5f; background: #ececec; border-color: #ececec; }
    :focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
  `

  const { keepInside } = window.sandboxCardFields

  function sheetOf(css) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    return sheet
  }

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties)
    made.append(...children)
    return made
  }

  /** Opens a modal dialogue, labelled as the sandbox's. Returns a function that closes it; Escape calls `cancel`. */
  function open(title, cancel, ...content) {
    const host = document.createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheetOf(style)]
    const dialog = element(
      'dialog',
      {},
      element('p', { className: 'label', textContent: 'Sandbox: no real money moves' }),
      element('h2', { id: 'title', textContent: title }),
      ...content,
    )
    dialog.setAttribute('aria-labelledby', 'title')
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      cancel()
    })
    root.append(dialog)
    keepInside(root)
    document.body.append(host)
    dialog.showModal()
    return () => {
      // Closing before the element is removed restores the focus.
      dialog.close()
      host.remove()
    }
  }

  return { sheetOf, element, open }
})()
