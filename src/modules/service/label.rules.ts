/** A serial number as strangers may see it: enough to compare with the label, too little to use. */
export const maskSerial = (sn: string): string => (sn.length <= 4 ? '****' : `${sn.slice(0, 2)}****${sn.slice(-2)}`)
