/** The partner in Foshan. A row is created from it at the first start and then edited in the console. */
export const foshan = {
  code: 'foshan',
  name: '佛山万物',
  title: '佛山万物',
  companyName: '佛山万物',
  footer: '© 2026 佛山万物',
}
