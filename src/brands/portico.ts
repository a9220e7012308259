/** The platform's own brand. A row is created from it at the first start and then edited in the console. */
export const portico = {
  code: 'portico',
  name: 'Portico 万物通',
  title: 'Portico 万物通',
  companyName: 'Portico',
  footer: '© 2026 Portico 万物通',
}
