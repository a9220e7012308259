/** Every path of the specification that needs a session, as prefix and last segments; paths without a page show 暂未开放. */
const grouped: Readonly<Record<string, string>> = {
  '/home/*': 'dataCenter dataCenterV1 apply',
  '/commonHome/*': 'dataCenter dataCenterV1 apply',
  '/systemManage/*':
    'agencyEmp agencyEmpAdd supplierEmp supplierEmpAdd employee employeeAdd employeePermission equipmentReport reportRecord role menu platformUser user loginLog leaveMessage applyCheck applyList sysDocsManage sysDocsOrg advertisingManage scenarioCategoryManage templateEdit apkManage',
  '/hardwareManage/*':
    'deviceCheck deviceWarehouse deviceWarehouseBatchplt deviceVendor apiManage deviceType virtualQrCode deviceParam deviceAbility deviceCategory deviceModel maintenancePlan maintenancePlanAdd deviceRoam vendorResultCode firmwarePackManage promoterecord syncTask deviceLog',
  '/deviceShare/*': 'myShare otherShare shareLog',
  '/gatewayManage/*': 'agreementManage gatewayNodeManage onlineDevice blacklistManage',
  '/userCenter/*': 'userList userDetails walletRecharge',
  '/operateManage/*': 'wechatMpSetting rechargeSetting merchantSetting withdrawalSetting',
  '/chargeData/*': 'revenueData orderData equAnalyse userData',
  '/afterSalesManage/*': 'orderExamine problemFeedback parkAfterSales withdrawal',
  '/ledgerManagement/*':
    'accountSettlementHistory withdrawalHistory refundDistributionHistory accountsManage refundHistory',
  '/serviceManage/*': 'serviceSum serviceList serviceUser changeRecord serviceSet',
  '/apply/*/:appId':
    'apply siteManage freightBasis userManage userDetails siteEdit siteSet attendance dailyStatistics personImport holiday shift visitor recordQuery blacklist authGroup placeOrder chargingOrder serviceOrder appointmentOrder stopOrder siteManage/playBack customOrganization/:templateId customPerson/:templateId',
  '/*': 'sysHome hardwareHome userCenterHome operateManageHome serviceHome applyHome',
  '/*/:appId': 'applyLayout',
  '/faceEqui/*/:appId': 'authorize callback discern equi equiSum person',
  '/nvrDevice/*/:appId': 'authorize callback discern equi equiSum person capture',
  '/bsFaceDevice/*/:appId': 'authorize accessControl callback discern equi equiSum person capture pswOrder',
  '/bollardDevice/*/:appId': 'equiSum equi discern callback union event',
  '/ssmDevice/*/:appId': 'equiSum equi discern callback union event',
  '/accessControlDevice/*/:appId': 'equiSum equi discern callback union event',
  '/parkingLockDevice/*/:appId': 'equiSum equi discern callback union event',
  '/swingdoorDevice/*/:appId': 'equiSum equi discern callback union event',
  '/brakeDevice/*/:appId': 'equiSum equi discern callback union event',
  '/ledDevice/*/:appId': 'equiSum equi discern callback union',
  '/chargingDevice/*/:appId': 'equi callback',
  '/parkingLockClass/*/:appId': 'equi carManage inCar outCar',
  '/alarmEquipmentClass/*/:appId': 'equi operateRecord record',
  '/captureDevice/*/:appId': 'equiSum equi callback event',
  '/boxDevice/*/:appId': 'equiSum equi callback event',
  '/qrcodeDevice/*/:appId': 'equi callback log',
  '/ipcDevice/*/:appId': 'equi callback log channel video',
  '/visit/*/:appId': 'visitList visitRecord callback equi equiSum person visitor',
  '/visitImac/*/:appId': 'callback equi equiSum person authorize discern qrcodeManage orderList',
  '/videoCallDevice/*/:appId': 'authorize callback room record equi equiSum person roomInfo',
}

export const specRoutes: readonly string[] = Object.entries(grouped).flatMap(([pattern, names]) =>
  names.split(' ').map(name => pattern.replace('*', name)),
)

/** Where the pages of an area lie, for areas that may have none yet. */
export const areaPrefixes: Readonly<Record<string, readonly string[]>> = {
  '/sysHome': ['/systemManage/'],
  '/hardwareHome': ['/hardwareManage/', '/deviceShare/', '/gatewayManage/'],
  '/userCenterHome': ['/userCenter/'],
  '/operateManageHome': ['/operateManage/', '/chargeData/', '/afterSalesManage/', '/ledgerManagement/'],
  '/serviceHome': ['/serviceManage/'],
}
