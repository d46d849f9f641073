const icon = (content: string) =>
  `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${content}</svg>`

export const icons = {
  zoomIn: icon('<path d="M10 4v12M4 10h12"/>'),
  zoomOut: icon('<path d="M4 10h12"/>'),
  resetView: icon('<path d="M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4"/>'),
  selected: icon(
    '<circle cx="10" cy="10" r="8" fill="currentColor"/><path d="M6.5 10.2l2.4 2.4 4.6-5" stroke="var(--surface)"/>',
  ),
  booked: icon(
    '<circle cx="10" cy="10" r="7" stroke="none" fill="var(--line)"/><path d="M7.5 7.5l5 5m0-5l-5 5" stroke-width="1.5"/>',
  ),
  held: icon('<circle cx="10" cy="10" r="6" stroke-dasharray="3 2.5"/>'),
  accessible: icon(
    '<rect x="1" y="1" width="18" height="18" rx="4" stroke-width="1.5"/><circle cx="9" cy="4.8" r="1" fill="currentColor" stroke-width="1"/><path d="M9 7.5v4h4l2 4M12.8 14.4a4 4 0 1 1-5.6-4.6" stroke-width="1.5"/>',
  ),
  restrictedView: icon(
    '<circle cx="10" cy="10" r="7" fill="currentColor" stroke="none"/><path d="M2 6h16" stroke="var(--surface)"/>',
  ),
}
