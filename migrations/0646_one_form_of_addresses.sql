-- An IPv4 address inside of IPv6 is that IPv4 address; an approval keeps applying to its caller.
update devices.approval a set address = regexp_replace(address, '^::ffff:', '', 'i')
where address ~* '^::ffff:\d+\.\d+\.\d+\.\d+$'
  and not exists (select from devices.approval o
    where o.device_id = a.device_id and o.address = regexp_replace(a.address, '^::ffff:', '', 'i'));
