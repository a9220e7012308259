/** A serial number for the public: enough to compare it with the label, too little to use it. */
export const maskSerial = (sn: string): string => (sn.length <= 4 ? '****' : `${sn.slice(0, 2)}****${sn.slice(-2)}`)
