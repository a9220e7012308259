/** The platform's own face. A row is made of it at the first start; edited afterwards in the console. */
export const portico = {
  code: 'portico',
  name: 'Portico 万物通',
  title: 'Portico 万物通',
  companyName: 'Portico',
  footer: '© 2026 Portico 万物通',
}
