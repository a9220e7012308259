/** The partner in Nanchang. A row is created from it at the first start and then edited in the console. */
export const nanc = {
  code: 'nanc',
  name: '南昌智联',
  title: '南昌智联',
  companyName: '南昌智联',
  footer: '© 2026 南昌智联',
}
