function openingHours(shop) {
  return shop.hours.map((hours) => hours.day);
}

openingHours({});
