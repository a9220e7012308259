-- Captures have the one form of plates, as passages and people have.
update devices.capture set plate = left(plate, 2) || translate(substr(plate, 3), 'OI', '01')
  where plate ~ '^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z].*[OI]';
update devices.capture set plate = null where plate !~ '[0-9]' or plate !~ '^[0-9A-Z一-鿿]{4,12}$';
