/** User types that use the console; application and end users do not. */
export const EMPLOYEE_TYPES = '0,1,2,3'
