/** What a buyer reads of the end of the hold in its last two minutes. */
export const whenOver = 'If the time runs out, what you typed is kept and you can try to reserve again.'
