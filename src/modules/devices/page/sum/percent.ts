/** A share in percent, rounded down: one part missing is not 100 %. */
export const percent = (part: number, whole: number): string => `${whole ? Math.floor((part / whole) * 1000) / 10 : 0}%`
