/**
 * Card fields of the simulated payment scripts, for the sandbox only: how they format and check what is typed. Served in
 * front of each provider's script.
 */
window.sandboxCardFields = (() => {
  const digitsOf = (text) => text.replace(/\D/g, '')

  // Cards

  const brands = [
    { name: 'visa', starts: /^4/, lengths: [16], cvc: 3 },
    {
      name: 'mastercard',
      starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
      lengths: [16],
      cvc: 3,
    },
    { name: 'amex', starts: /^3[47]/, lengths: [15], cvc: 4 },
  ]
  const otherBrand = { name: 'unknown', starts: /^/, lengths: [16], cvc: 3 }
  const brandOf = (digits) => brands.find(({ starts }) => starts.test(digits)) ?? otherBrand

  function passesLuhn(digits) {
    const sum = [...digits].reverse().reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    return sum % 10 === 0
  }

  const problem = (code, message) => ({ type: 'validation_error', code, message })

  /** How each field formats and validates its digits. */
  const kinds = {
    cardNumber: {
      label: 'Card number',
      placeholder: '1234 1234 1234 1234',
      autocomplete: 'cc-number',
      longest: (digits) => brandOf(digits).lengths.at(-1),
      format(digits) {
        const groups =
          brandOf(digits).name === 'amex' ? /^(.{1,4})(.{1,6})?(.*)$/ : /(.{1,4})(.{1,4})?(.{1,4})?(.*)/
        return digits && groups.exec(digits).slice(1).filter(Boolean).join(' ')
      },
      isFull: (digits) => brandOf(digits).lengths.includes(digits.length),
      problem(digits) {
        if (!this.isFull(digits)) return problem('incomplete_number', 'Your card number is incomplete.')
        if (!passesLuhn(digits)) return problem('invalid_number', 'Your card number is invalid.')
      },
    },
    cardExpiry: {
      label: 'Expiry date',
      placeholder: 'MM / YY',
      autocomplete: 'cc-exp',
      longest: () => 4,
      clean: (digits) =>
        digits
          // A first digit of 2 to 9 is a complete month.
          .replace(/^(?=[2-9])/, '0')
          // Browsers autofill a four-digit year.
          .replace(/^(\d\d)20(?=\d\d$)/, '$1'),
      format: (digits) => (digits.length > 1 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
      isFull: (digits) => digits.length === 4,
      problem(digits) {
        const month = Number(digits.slice(0, 2))
        if (digits.length >= 2 && (month < 1 || month > 12))
          return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
        if (digits.length < 4)
          return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
        const year = 2000 + Number(digits.slice(2))
        const today = new Date()
        if (year < today.getFullYear())
          return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
        if (year === today.getFullYear() && month < today.getMonth() + 1)
          return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
      },
    },
    cardCvc: {
      label: 'Security code',
      placeholder: 'CVC',
      autocomplete: 'cc-csc',
      longest: (_, group) => brandOf(group.digits('cardNumber')).cvc,
      format: (digits) => digits,
      isFull: (digits, group) => digits.length === brandOf(group.digits('cardNumber')).cvc,
      problem(digits, group) {
        if (!this.isFull(digits, group))
          return problem('incomplete_cvc', "Your card's security code is incomplete.")
      },
    },
  }

  /** Returns the index after the text's first `count` digits. */
  function afterDigits(text, count) {
    let seen = 0
    for (let index = 0; index < text.length; index += 1) {
      if (seen === count) return index
      if (/\d/.test(text[index])) seen += 1
    }
    return text.length
  }

  /** Stops events inside a field, as if it were a frame of another site. */
  function keepInside(root) {
    for (const type of ['beforeinput', 'input', 'change', 'keydown', 'keyup', 'copy', 'cut', 'paste'])
      root.addEventListener(type, (event) => {
        if (event.key !== 'Tab') event.stopPropagation()
      })
  }

  /** Formats an input after typing, keeps the caret in its place, and returns the digits. */
  function readTyped(input, kind, group) {
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    const isAtEnd = input.selectionStart === input.value.length
    const typed = digitsOf(input.value)
    const cleaned = (kind.clean?.(typed) ?? typed).slice(0, 19)
    const digits = cleaned.slice(0, kind.longest(cleaned, group))
    input.value = kind.format(digits)
    const caret = isAtEnd ? input.value.length : afterDigits(input.value, before)
    input.setSelectionRange(caret, caret)
    return digits
  }

  /** Backspace behind a separator takes the digit before it; returns whether it did. */
  function erased(event, input) {
    const isCaret = input.selectionStart === input.selectionEnd
    const isBehindSeparator = /\D$/.test(input.value.slice(0, input.selectionStart))
    if (event.key !== 'Backspace' || !isCaret || !isBehindSeparator) return false
    const digits = digitsOf(input.value.slice(0, input.selectionStart)).length
    const start = digits ? afterDigits(input.value, digits - 1) : 0
    event.preventDefault()
    input.setRangeText('', start, input.selectionStart, 'end')
    return true
  }

  return { brandOf, kinds, keepInside, readTyped, erased }
})()
