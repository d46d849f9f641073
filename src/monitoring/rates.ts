/** The share of visits that are recorded from their start [MONI-07]. */
export const replayRate = 0.1
